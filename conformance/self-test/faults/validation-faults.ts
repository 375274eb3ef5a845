/** Faults in what the contract alone refuses: bounds, defaults, unknown and odd inputs, too many tries. */

import { type Fault, profile } from './fault.ts'

/** A problem of a body that is overlooked. */
const overlooked = (id: string, title: string, problem: RegExp): Fault =>
  profile('4', `accepts-${id}`, title, (base) => ({
    bodyError(call) {
      const found = base.bodyError(call)
      return found !== undefined && problem.test(found) ? undefined : found
    },
  }))

/** A problem of a query that is overlooked. */
const queryOverlooked = (id: string, title: string, problem: RegExp): Fault =>
  profile('4', `accepts-${id}`, title, (base) => ({
    queryError(call) {
      const found = base.queryError(call)
      return found !== undefined && problem.test(found) ? undefined : found
    },
  }))

const uncounted = (id: string, title: string, counts: (key: string) => boolean): Fault =>
  profile('8', `unlimited-${id}`, title, (base) => ({
    countAttempt: (key) => (counts(key) ? undefined : base.countAttempt(key)),
  }))

const isSignUp = (key: string) => key.startsWith('sign-up')

export const strictness = [
  overlooked('short-passwords', 'Sign-up takes a password of seven characters', /fewer than 8/),
  overlooked('long-addresses', 'Addresses may have more than 254 characters', /254/),
  overlooked('both-proofs', 'A password and a code may come together', /^body.verificationCode is unknown, or/),
  queryOverlooked('odd-numbers', 'A page may be 1e3', /plain decimal/),
  profile('4.8', 'accepts-times', 'before may be a moment', (base) => ({
    dateError: (text) => base.dateError(text.split('T')[0] ?? ''),
  })),
  profile('4', 'accepts-large-bodies', 'A body of 65,537 bytes is read', () => ({ maxBodyBytes: 1_000_000 })),
  profile('4', 'accepts-body-of-delete', 'A body where none is expected is ignored', () => ({ takesBody: () => true })),
  profile('4', 'crashes-on-malformed-json', 'Malformed JSON is answered with 500', (base) => ({
    refused: (refusal, call) => {
      const answer = base.refused(refusal, call)
      const malformed = refusal.message === 'the body is not well-formed JSON'
      return malformed ? { ...answer, status: 500 } : answer
    },
  })),
  uncounted('sign-ups', 'Sign-up may be tried for ever', isSignUp),
  profile('4.5', 'early-codes', 'A code counts three tries', (base) => ({
    codeMatches: (user, code, call) => (user.code?.attemptsLeft ?? 0) > 2 && base.codeMatches(user, code, call),
  })),
  profile('8', 'tries-never-forgotten', 'A deletion does not forget the wrong passwords before it', (base, store) => ({
    verifyProof(user, call) {
      const tries = store.attempts.get(user.email) ?? []
      base.verifyProof(user, call)
      store.attempts.set(user.email, [...tries, base.now().getTime()])
    },
  })),
]
