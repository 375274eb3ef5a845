/** Faults in what the contract alone refuses: bounds, defaults, unknown and odd inputs, too many tries. */

import { ServiceError } from '../implementation/service-error.ts'
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

/** A limit that comes before the tenth try. */
const early = (id: string, title: string, most: number, counts: (key: string) => boolean): Fault =>
  profile('8', `early-${id}`, title, (base, store) => ({
    countAttempt(key) {
      if (counts(key) && (store.attempts.get(key)?.length ?? 0) >= most) throw new ServiceError('RATE_LIMITED')
      base.countAttempt(key)
    },
  }))

const isSignUp = (key: string) => key.startsWith('sign-up')

const waiting = (id: string, title: string, seconds: string): Fault =>
  profile('8', `waiting-${id}`, title, (base) => ({
    errors: { ...base.errors, RATE_LIMITED: { ...base.errors.RATE_LIMITED, headers: { 'Retry-After': seconds } } },
  }))

export const strictness = [
  overlooked('unknown-properties', 'Unknown properties of a body are ignored', /is unknown$/),
  overlooked('short-passwords', 'Sign-up takes a password of seven characters', /fewer than 8/),
  overlooked('long-passwords', 'Sign-up takes a password of more than 72 bytes', /72 bytes/),
  overlooked('nul', 'Texts may have NUL in them', /without NUL/),
  overlooked('long-addresses', 'Addresses may have more than 254 characters', /254/),
  overlooked('cause-of-any-type', 'A cause may be a number', /cause must be string/),
  overlooked('both-proofs', 'A password and a code may come together', /^body.verificationCode is unknown, or/),
  overlooked('short-codes', 'A code may have five digits', /must match pattern/),
  overlooked('lists', 'A body may be a list', /^body must be object/),
  queryOverlooked('unknown-parameters', 'Unknown parameters are ignored', /is unknown/),
  queryOverlooked('repeated-parameters', 'Of a repeated parameter, the first one counts', /repeated/),
  queryOverlooked('empty-parameters', 'An empty parameter is as good as none', /empty/),
  queryOverlooked('page-zero', 'There is a page 0', /query.page must be >=/),
  queryOverlooked('page-beyond', 'There is no last page', /query.page must be <=/),
  queryOverlooked('limit-zero', 'A page may be asked to hold nothing', /query.limit must be >=/),
  queryOverlooked('limit-beyond', 'A page may hold more than a hundred records', /query.limit must be <=/),
  queryOverlooked('odd-numbers', 'A page may be 1e3', /plain decimal/),
  profile('4.8', 'accepts-impossible-dates', 'The thirtieth of February is a date', (base) => ({
    dateError: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? undefined : base.dateError(text)),
  })),
  profile('4.8', 'accepts-times', 'before may be a moment', (base) => ({
    dateError: (text) => base.dateError(text.split('T')[0] ?? ''),
  })),
  profile('4.8', 'accepts-any-date', 'before may be any text', () => ({ dateError: () => undefined })),
  profile('8', 'default-limit-ten', 'A page holds ten records unless asked', (base) => ({
    limitBounds: { ...base.limitBounds, default: 10 },
  })),
  profile('8', 'limit-fifty', 'A page holds at most fifty records', (base) => ({
    limitBounds: { ...base.limitBounds, max: 50 },
  })),
  profile('8', 'pages-from-zero', 'Pages are counted from 0', (base) => ({ page: { ...base.page, first: 0 } })),
  profile('4', 'accepts-large-bodies', 'A body of 65,537 bytes is read', () => ({ maxBodyBytes: 1_000_000 })),
  profile('4', 'refuses-honest-bodies', 'A body of 2,000 bytes is refused', () => ({ maxBodyBytes: 1_999 })),
  profile('4', 'accepts-any-type', 'A body may be announced as plain text', () => ({ isJson: () => true })),
  profile('4', 'accepts-any-encoding', 'What encoding a body has is not looked at', (base) => ({
    isJson: (headers) => base.isJson({ ...headers, 'content-encoding': 'identity' }),
  })),
  profile('4', 'refuses-charset', 'A charset parameter is refused', () => ({
    isJson: (headers) => headers['content-type'] === 'application/json',
  })),
  profile('4', 'accepts-body-of-delete', 'A body where none is expected is ignored', () => ({ takesBody: () => true })),
  profile('4', 'crashes-on-malformed-json', 'Malformed JSON is answered with 500', (base) => ({
    refused: (refusal, call) => {
      const answer = base.refused(refusal, call)
      const malformed = refusal.message === 'the body is not well-formed JSON'
      return malformed ? { ...answer, status: 500 } : answer
    },
  })),
  profile('4', 'malformed-path-not-found', 'A path that escapes nothing is not found', (base) => ({
    refused: (refusal, call) =>
      base.refused(refusal.message.startsWith('the path') ? new ServiceError('NOT_FOUND') : refusal, call),
  })),
  uncounted('logins', 'Login may be tried for ever', (key) => !isSignUp(key)),
  uncounted('sign-ups', 'Sign-up may be tried for ever', isSignUp),
  early('logins', 'After five wrong passwords an account is locked', 5, (key) => !isSignUp(key)),
  early('logins-by-one', 'The tenth wrong password is not looked at any more', 9, (key) => !isSignUp(key)),
  early('sign-ups', 'After three sign-ups an address is locked', 3, isSignUp),
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
  waiting('a-minute', 'Who tried too often is told to wait a minute', '60'),
  waiting('milliseconds', 'Who tried too often is told to wait in milliseconds', '900000'),
]
