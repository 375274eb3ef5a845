/** Faults in what only the contract rejects: bounds, input formats and too many attempts. */
import { ignoring } from '../old-overrides.ts'
import { profile } from './fault.ts'

export const validationFaults = profile({
  '4 accepts-short-passwords: Sign-up accepts a password of seven characters': ignoring('bodyError', /fewer than 8/),
  '4 accepts-long-addresses: An e-mail may have more than 254 characters': (base) => ({
    emailError: (value, call) => base.emailError(typeof value === 'string' ? value.slice(-254) : value, call),
  }),
  '4 accepts-both-proofs: A password and a code may be sent together': ignoring(
    'bodyError',
    /^body.verificationCode is unknown, or/,
  ),
  '4 accepts-odd-numbers: A page may be 1e3': (base) => ({
    integerError: (name, text) => base.integerError(name, /^\de\d$/.test(text) ? `${Number(text)}` : text),
  }),
  '4.8 accepts-times: before may be a date-time': (base) => ({
    dateError: (text) => base.dateError(text.split('T')[0] ?? ''),
  }),
  '4 accepts-large-bodies: A body of 65,537 bytes is accepted': () => ({ maxBodyBytes: 1_000_000 }),
  '4 accepts-body-of-delete: An unexpected body is ignored': () => ({ takesBody: () => true }),
  '8 unlimited-sign-ups: Sign-ups are not rate-limited': (base) => ({
    countAttempt: (key) => (key.startsWith('sign-up') ? undefined : base.countAttempt(key)),
  }),
  '4.5 early-codes: A code allows three attempts': (base) => ({
    codeMatches: (user, code, call) => (user.code?.attemptsLeft ?? 0) > 2 && base.codeMatches(user, code, call),
  }),
  '8 same-guess-counted-once: The same wrong password again does not count': (base, store) => {
    const last = new Map<string, unknown>()
    return {
      passwordMatches(user, given, call) {
        const matches = base.passwordMatches(user, given, call)
        if (!matches && last.get(user.id) === given) store.attempts.get(user.email)?.pop()
        last.set(user.id, given)
        return matches
      },
    }
  },
})
