/** Faults in the proof that an account deletion requires: a password or a verification code. */
import { setTimeout as wait } from 'node:timers/promises'
import type { User } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import type { Override } from '../implementation/steps.ts'
import { all, type Base, ignoring, only, remembering, settingError, step } from '../overrides.ts'
import { both, colleaguesOf, hasRole, isOauth, isScheduled, not, usersOf } from '../records.ts'
import { crashing, pause, pausing, takingPasswordsOf } from './families.ts'
import { toFaults } from './fault.ts'

const operation = 'scheduleAccountDeletion'

/** The deletion of another account than the caller's. */
const named: Override = (base) => ({
  bodyError: (call) => (call.body?.email === undefined ? base.bodyError(call) : undefined),
  saveUser(user, call) {
    const email = call.body?.email
    const other = email ? base.userByEmail(base.normalizeEmail(String(email)), call) : undefined
    base.saveUser(other ? base.toScheduled(other) : user, call)
  },
})

/** Missing check: the codes of others are accepted, too. */
const takingCodesOf = (others: (user: User, base: Base) => User[]) =>
  step('codeMatches').accepting((user, code, _, base) =>
    others(user, base).some((other) => other.code?.digits === code),
  )

const neverExpiring = (user: User): User => ({
  ...user,
  code: user.code && { ...user.code, expires: Number.POSITIVE_INFINITY },
})

export const deletionProofFaults = [
  ...toFaults(takingPasswordsOf(operation), {
    '4.5 deletion-password-of-any-user: The password of any user is accepted': (_, base) => usersOf(base),
    '4.5 deletion-password-of-colleague: The password of another member of the team is a proof': colleaguesOf,
  }),
  ...toFaults(takingCodesOf, {
    '4.5 code-of-any-user: The code of any user is accepted': (user, base) =>
      usersOf(base).filter(({ id }) => id !== user.id),
    '4.5 deletion-by-code-of-colleague: The code of another member is accepted': (user, base) =>
      usersOf(base).filter(({ teamId }) => teamId === user.teamId),
    '4.5 deletion-by-code-of-oauth-colleague: A password user may use the code of an OAuth colleague': (user, base) =>
      isOauth(user) ? [] : colleaguesOf(user, base),
  }),
  // Missing check: other codes are accepted, too.
  ...toFaults(step('codeMatches').accepting, {
    '4.5 deletion-code-start: Only the first digits of the code are compared': (user, code) =>
      user.code && String(code).startsWith(user.code.digits.slice(0, 3)),
    '4.5 deletion-of-oauth-member: A member without a password may send any code': both(isOauth, hasRole('member')),
    '4.5 deletion-code-for-password-user: A user with a password may send any code': not(isOauth),
    '4.5 deletion-code-of-zeros: An OAuth user without a code has the code 000000': (user, code) =>
      isOauth(user) && !user.code && !user.deletion && code === '000000',
    'profile 4.5 used-code-proves: A code that was used is a proof, if the deletion is scheduled': isScheduled,
  }),
  // A secret in the message of an error.
  ...toFaults(step('error').setting, {
    'sound 4.5 message-with-code: The message for a wrong code names the right one': (
      { code, message },
      _,
      { caller },
    ) => (code === 'WRONG_VERIFICATION_CODE' ? { message: `${message} It was not ${caller?.code?.digits}.` } : {}),
    'sound 4.5 code-in-message: After five wrong codes the message names the right one': (_, __, call, { users }) => {
      const code = users.get(call.caller?.id ?? '')?.code
      const isShown = call.operation === operation && code?.attemptsLeft === 0
      return isShown ? { message: `Expected ${code.digits}.` } : {}
    },
    'sound 4.5 wrong-password-shows-right-one: The rejection of a wrong password shows a member the right one': (
      { code },
      _,
      { caller },
    ) => (code === 'WRONG_PASSWORD' && caller?.role === 'member' ? { message: `not ${caller.password}` } : {}),
  }),
  ...toFaults({
    '4.5 deletion-without-proof: No proof is required': all(
      ignoring('bodyError', /body.verificationCode is required$/),
      step('verifyProof').skipping((_, { body }) => Object.keys(body ?? {}).length === 0),
    ),
    '4.5 deletion-two-wrong-proofs: Two proofs together are accepted without verification': all(
      ignoring('bodyError', /^body.verificationCode is unknown, or/),
      step('verifyProof').skipping((_, { body }) => body && 'password' in body && 'verificationCode' in body),
    ),
    '4.5 deletion-by-last-password: The password of the last log-in is accepted for any account': (base) => {
      let last: unknown
      return {
        passwordMatches(user, given, call) {
          const matches = base.passwordMatches(user, given, call)
          if (call.operation !== 'login') return matches || (!isOauth(user) && given === last)
          if (matches) last = given
          return matches
        },
      }
    },
    '4.5 right-proof-vouches: A right password that was refused for the other members makes a wrong one right':
      remembering((vouched) =>
        step('passwordMatches', operation).changing((matches, { id }) => {
          if (matches) vouched.set(id, true)
          return vouched.has(id)
        }),
      ),
    '4.5 deletion-same-wrong-code: A wrong code is accepted the second time': remembering((tried) =>
      step('codeMatches').accepting((user, code) => {
        if (user.code && tried.get(user.id) === code) return true
        tried.set(user.id, code)
        return false
      }),
    ),
    '4.5 deletion-sixth-guess: After five wrong passwords, any is accepted': step('passwordMatches').accepting(
      ({ email }, _, __, { attempts }) => (attempts.get(email)?.length ?? 0) > 5,
    ),
    '4.5 deletion-password-composed: The deletion composes the letters of a password that sign-up left as they were':
      step('passwordMatches', operation).passing((user, given) => [
        user,
        typeof given === 'string' ? given.normalize('NFC') : given,
      ]),
    '4.5 deletion-code-leading-zero: A code that begins with 0 is refused': step('codeMatches').changing(
      (matches, _, code) => matches && !String(code).startsWith('0'),
    ),
    '5 deletion-by-code-alone: A verification code takes the place of the access token': step(
      'userOfToken',
      operation,
    ).changing((user, token, { body }, base) => {
      const isOwn = ({ code }: User) => code !== undefined && code.digits === body?.verificationCode
      return token === undefined ? usersOf(base).find(isOwn) : user
    }),
    '4.5 deletion-of-named: A deletion applies to the e-mail in the body': only(operation, named),
    '4.5 wrong-password-503: A wrong password responds 503': all(
      settingError('INTERNAL_ERROR', { status: 503 }),
      step('refused', operation).passing((error) => [
        /^(WRONG|RATE)_/.test(error.code) ? new ServiceError('INTERNAL_ERROR') : error,
      ]),
    ),
    '4.5 deletion-crash-on-null-proof: A verification code of null responds 500': crashing(
      ({ body }) => body?.verificationCode === null,
    ),
    '4.5 race-code: Concurrent requests with one code all succeed': all(
      (base, store) => ({
        codeMatches(user, code, call) {
          if (user.code?.digits !== code) return base.codeMatches(user, code, call)
          wait(pause).then(() => store.users.set(user.id, { ...(store.users.get(user.id) ?? user), code: undefined }))
          return true
        },
      }),
      pausing('schedule', isOauth),
    ),
    'sound 4.5 expired-code-accepted: A verification code that has expired is accepted': step('codeMatches').passing(
      (user) => [neverExpiring(user)],
    ),
    'sound 4.5 expired-code-after-wrong: An expired code is valid once a wrong one was tried': remembering((tried) =>
      step('codeMatches').passing((user, code) => {
        const isTried = tried.has(user.id)
        if (user.code?.digits !== code) tried.set(user.id, true)
        return [isTried ? neverExpiring(user) : user]
      }),
    ),
    'profile 4 accepts-both-proofs: A password and a code may be sent together': ignoring(
      'bodyError',
      /^body.verificationCode is unknown, or/,
    ),
    'profile 7 order-requested-before-proof: An existing deletion request is reported before the proof is verified':
      step('verifyProof').before((user, _, base) => base.assertSchedulable(user)),
    'profile 4.5 refused-deletion-uses-code: A deletion that is refused after the proof uses up the code': step(
      'assertSchedulable',
    ).before((user, { users }) => users.set(user.id, { ...user, code: undefined })),
    'profile 4.5 code-form-uses-code: A code of another form uses up the right one': step(
      'bodyError',
      operation,
    ).changing((error, { caller, body }, { users }) => {
      if (caller && error !== undefined && body?.verificationCode !== undefined)
        users.set(caller.id, { ...caller, code: undefined })
      return error
    }),
  }),
]
