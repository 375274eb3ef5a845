/** Faults in what only the contract rejects: bounds, input formats and too many attempts. */

import { type Fault, profile } from './fault.ts'

/** A validation error of the body that is ignored. */
const ignoringBodyError = (id: string, title: string, problem: RegExp): Fault =>
  profile('4', `accepts-${id}`, title, (base) => ({
    bodyError(call) {
      const found = base.bodyError(call)
      return found !== undefined && problem.test(found) ? undefined : found
    },
  }))

/** A validation error of the query that is ignored. */
const ignoringQueryError = (id: string, title: string, problem: RegExp): Fault =>
  profile('4', `accepts-${id}`, title, (base) => ({
    queryError(call) {
      const found = base.queryError(call)
      return found !== undefined && problem.test(found) ? undefined : found
    },
  }))

const unlimited = (id: string, title: string, counts: (key: string) => boolean): Fault =>
  profile('8', `unlimited-${id}`, title, (base) => ({
    countAttempt: (key) => (counts(key) ? undefined : base.countAttempt(key)),
  }))

const isSignUp = (key: string) => key.startsWith('sign-up')

export const validationFaults = [
  ignoringBodyError('short-passwords', 'Sign-up accepts a password of seven characters', /fewer than 8/),
  ignoringBodyError('long-addresses', 'An e-mail may have more than 254 characters', /254/),
  ignoringBodyError(
    'both-proofs',
    'A password and a code may be sent together',
    /^body.verificationCode is unknown, or/,
  ),
  ignoringQueryError('odd-numbers', 'A page may be 1e3', /plain decimal/),
  profile('4.8', 'accepts-times', 'before may be a date-time', (base) => ({
    dateError: (text) => base.dateError(text.split('T')[0] ?? ''),
  })),
  profile('4', 'accepts-large-bodies', 'A body of 65,537 bytes is accepted', () => ({ maxBodyBytes: 1_000_000 })),
  profile('4', 'accepts-body-of-delete', 'An unexpected body is ignored', () => ({ takesBody: () => true })),
  profile('4', 'crashes-on-malformed-json', 'Malformed JSON responds 500', (base) => ({
    refused: (error, call) => {
      const response = base.refused(error, call)
      const malformed = error.message === 'the body is not well-formed JSON'
      return malformed ? { ...response, status: 500 } : response
    },
  })),
  unlimited('sign-ups', 'Sign-ups are not rate-limited', isSignUp),
  profile('4.5', 'early-codes', 'A code allows three attempts', (base) => ({
    codeMatches: (user, code, call) => (user.code?.attemptsLeft ?? 0) > 2 && base.codeMatches(user, code, call),
  })),
  profile('8', 'tries-never-forgotten', 'A successful deletion does not reset the attempts', (base, store) => ({
    verifyProof(user, call) {
      const previous = store.attempts.get(user.email) ?? []
      base.verifyProof(user, call)
      store.attempts.set(user.email, [...previous, base.now().getTime()])
    },
  })),
]
