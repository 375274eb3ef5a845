/** Faults in the proof that an account deletion requires: a password or a verification code. */
import { setTimeout as wait } from 'node:timers/promises'
import type { User } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import type { Steps } from '../implementation/steps.ts'
import { all, family, ignoring, recall, settingError, step, userNamed } from '../overrides.ts'
import { both, colleaguesOf, hasRole, isOauth, isScheduled, not, usersOf } from '../records.ts'
import { crashing, pause, pausing, takingPasswordsOf } from './families.ts'
import { toFaults } from './fault.ts'

const operation = 'scheduleAccountDeletion'

/** Missing check: the codes of others are accepted, too. */
const takingCodesOf = (others: (user: User, base: Steps) => User[]) =>
  step('codeMatches').accepting((user, code, _, base) =>
    others(user, base).some((other) => other.code?.digits === code),
  )

const neverExpiring = ({ code, ...user }: User): User => ({ ...user, code: code && { ...code, expires: Infinity } })

export const deletionProofFaults = toFaults({
  ...family(takingPasswordsOf(operation), {
    '4.5 deletion-password-of-any-user': (_, base) => usersOf(base),
    '4.5 deletion-password-of-colleague': colleaguesOf,
  }),
  ...family(takingCodesOf, {
    '4.5 code-of-any-user': (user, base) => usersOf(base).filter(({ id }) => id !== user.id),
    '4.5 deletion-by-code-of-colleague': (user, base) => usersOf(base).filter(({ teamId }) => teamId === user.teamId),
    '4.5 deletion-by-code-of-oauth-colleague': (user, base) => (isOauth(user) ? [] : colleaguesOf(user, base)),
  }),
  // Missing check: other codes are accepted, too.
  ...family(step('codeMatches').accepting, {
    '4.5 deletion-code-start': (user, code) => user.code && String(code).startsWith(user.code.digits.slice(0, 3)),
    '4.5 deletion-of-oauth-member': both(isOauth, hasRole('member')),
    '4.5 deletion-code-for-password-user': not(isOauth),
    '4.5 deletion-code-of-zeros': (user, code) => isOauth(user) && !user.code && !user.deletion && code === '000000',
    'profile 4.5 used-code-proves': isScheduled,
  }),
  // A secret in the message of an error.
  ...family(step('error').setting, {
    'sound 4.5 message-with-code': ({ code, message }, _, { caller }) =>
      code === 'WRONG_VERIFICATION_CODE' ? { message: `${message} It was not ${caller?.code?.digits}.` } : {},
    'sound 4.5 code-in-message': (_, __, call, { users }) => {
      const code = users.get(call.caller?.id ?? '')?.code
      const isShown = call.operation === operation && code?.attemptsLeft === 0
      return isShown ? { message: `Expected ${code.digits}.` } : {}
    },
    'sound 4.5 wrong-password-shows-right-one': ({ code }, _, { caller }) =>
      code === 'WRONG_PASSWORD' && caller?.role === 'member' ? { message: `not ${caller.password}` } : {},
  }),
  '4.5 deletion-without-proof': all(
    ignoring('bodyError', /body.verificationCode is required$/),
    step('verifyProof').skipping((_, { body }) => Object.keys(body ?? {}).length === 0),
  ),
  '4.5 deletion-two-wrong-proofs': all(
    ignoring('bodyError', /^body.verificationCode is unknown, or/),
    step('verifyProof').skipping((_, { body }) => body && 'password' in body && 'verificationCode' in body),
  ),
  '4.5 deletion-by-last-password': step('passwordMatches').changing((matches, user, given, call, base) => {
    if (call.operation !== 'login') return matches || (!isOauth(user) && given === recall(base))
    if (matches) base.notes.set('', given)
    return matches
  }),
  '4.5 right-proof-vouches': step('passwordMatches', operation).changing((matches, { id }, _, __, { notes }) => {
    if (matches) notes.set(id, 'matched')
    return notes.has(id)
  }),
  '4.5 deletion-same-wrong-code': step('codeMatches').accepting((user, code, _, base) => {
    const isTried = user.code && recall(base, user.id) === code
    base.notes.set(user.id, code)
    return isTried
  }),
  '4.5 deletion-sixth-guess': step('passwordMatches').accepting(
    ({ email }, _, __, { attempts }) => (attempts.get(email)?.length ?? 0) > 5,
  ),
  '4.5 deletion-password-composed': step('passwordMatches', operation).passing((user, given) => [
    user,
    typeof given === 'string' ? given.normalize('NFC') : given,
  ]),
  '4.5 deletion-code-leading-zero': step('codeMatches').changing(
    (matches, _, code) => matches && !String(code).startsWith('0'),
  ),
  '5 deletion-by-code-alone': step('userOfToken', operation).changing((user, token, { body }, base) => {
    const isOwn = ({ code }: User) => code !== undefined && code.digits === body?.verificationCode
    return token === undefined ? usersOf(base).find(isOwn) : user
  }),
  '4.5 deletion-of-named': all(
    step('bodyError', operation).skipping(({ body }) => body?.email !== undefined),
    step('saveUser', operation).passing((user, call, base) => {
      const named = userNamed(call, base)
      return [named ? base.toScheduled(named) : user]
    }),
  ),
  '4.5 wrong-password-503': all(
    settingError('INTERNAL_ERROR', { status: 503 }),
    step('refused', operation).passing((error) => [
      /^(WRONG|RATE)_/.test(error.code) ? new ServiceError('INTERNAL_ERROR') : error,
    ]),
  ),
  '4.5 deletion-crash-on-null-proof': crashing(({ body }) => body?.verificationCode === null),
  '4.5 race-code': all(
    step('codeMatches').accepting((user, code, _, { users }) => {
      if (user.code?.digits !== code) return false
      return wait(pause).then(() => users.set(user.id, { ...(users.get(user.id) ?? user), code: undefined }))
    }),
    pausing(operation, isOauth),
  ),
  'sound 4.5 expired-code-accepted': step('codeMatches').passing((user) => [neverExpiring(user)]),
  'sound 4.5 expired-code-after-wrong': step('codeMatches').passing((user, code, _, { notes }) => {
    const isTried = notes.has(user.id)
    if (user.code?.digits !== code) notes.set(user.id, code)
    return [isTried ? neverExpiring(user) : user]
  }),
  'profile 4 accepts-both-proofs': ignoring('bodyError', /^body.verificationCode is unknown, or/),
  'profile 7 order-requested-before-proof': step('verifyProof').before((user, _, base) => base.assertSchedulable(user)),
  'profile 4.5 refused-deletion-uses-code': step('assertSchedulable').before((user, { users }) =>
    users.set(user.id, { ...user, code: undefined }),
  ),
  'profile 4.5 code-form-uses-code': step('bodyError', operation).changing((error, { caller, body }, { users }) => {
    if (caller && error !== undefined && body?.verificationCode !== undefined)
      users.set(caller.id, { ...caller, code: undefined })
    return error
  }),
})
