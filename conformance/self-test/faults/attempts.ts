/** Faults in counting wrong passwords, wrong codes and sign-ups. */
import type { User } from '../implementation/memory-store.ts'
import type { Operation } from '../implementation/operations.ts'
import type { Json } from '../implementation/steps.ts'
import { handling, only, remembering, step } from '../overrides.ts'
import { isOauth, isScheduled, usersOf } from '../records.ts'
import { toFaults } from './fault.ts'

/** Wrong count: attempts of some callers do not count. */
const uncounted = (isFree: (user: User, body: Json) => boolean) =>
  only('scheduleAccountDeletion', (base, { attempts }) => ({
    verifyProof(user, call) {
      const isUncounted = isFree(user, call.body ?? {})
      const counted = attempts.get(user.email) ?? []
      if (isUncounted) attempts.delete(user.email)
      try {
        base.verifyProof(user, call)
      } finally {
        if (isUncounted) attempts.set(user.email, counted)
      }
    },
  }))

/** Wrong shape: the 429 of an operation has no error object. */
const bareLimit = (operation: Operation) =>
  step('refused', operation).setting(({ status }) => (status === 429 ? { body: { message: 'Slow down.' } } : {}))

const counting = step('countAttempt')
const addressOf = (body: Json | undefined) => String(body?.email).toLowerCase()

export const attemptsFaults = [
  ...toFaults(bareLimit, {
    '7 sign-up-limit-bare: The 429 of a sign-up has no error object': 'signup',
    '7 log-in-limit-bare: The 429 of a log-in has no error object': 'login',
    '7 deletion-limit-bare: The 429 of a deletion has no error object': 'scheduleAccountDeletion',
  }),
  ...toFaults(uncounted, {
    'profile 4.5 scheduled-never-locked: Attempts are not counted once the deletion is scheduled': isScheduled,
    'profile 4.5 passwords-of-oauth-uncounted: Passwords of users without one are not counted': (user, body) =>
      isOauth(user) && 'password' in body,
  }),
  ...toFaults({
    'sound 4.2 lock-of-team: Wrong passwords of a user lock the team': counting.refusing('RATE_LIMITED')(
      (key, base) => {
        const team = usersOf(base).find(({ email }) => email === key)?.teamId
        const members = usersOf(base).filter(({ teamId }) => teamId === team)
        return members.flatMap(({ email }) => base.attempts.get(email) ?? []).length >= 10
      },
    ),
    'sound 4.5 deletion-attempts-of-team: Wrong passwords are counted by team': step('verifyProof').before(
      ({ teamId }, _, { countAttempt }) => countAttempt(teamId),
    ),
    'profile 8 unlimited-sign-ups: Sign-ups are not rate-limited': counting.skipping((key) =>
      key.startsWith('sign-up'),
    ),
    'profile 4.1 sign-ups-lock-log-in: Sign-ups with an address lock its account': counting.passing((key) => [
      key.replace('sign-up of ', ''),
    ]),
    'profile 4.2 attempts-by-process: Each of two processes counts attempts for itself': remembering<number>((calls) =>
      counting.passing((key) => {
        calls.set('', (calls.get('') ?? 0) + 1)
        return [(calls.get('') ?? 0) % 2 === 0 ? key : `${key} elsewhere`]
      }),
    ),
    'profile 4.2 attempts-outlive-log-in: A log-in does not forget the wrong passwords before it': handling('login')(
      (handle, { attempts }) =>
        (call) => {
          const before = attempts.get(addressOf(call.body)) ?? []
          const session = handle(call)
          attempts.set(addressOf(call.body), before)
          return session
        },
    ),
    'profile 4.2 attempts-by-spelling: Wrong passwords are counted for each spelling of an address': handling('login')(
      (handle, { attempts }) =>
        (call) => {
          const spelled = String(call.body?.email)
          const key = spelled.toLowerCase()
          if (spelled === key) return handle(call)
          const counted = attempts.get(key) ?? []
          attempts.set(key, attempts.get(spelled) ?? [])
          try {
            return handle(call)
          } finally {
            attempts.set(spelled, attempts.get(key) ?? [])
            attempts.set(key, counted)
          }
        },
    ),
    'profile 4.2 unknown-never-locked: Log-ins with an unknown address are not limited': handling('login')(
      (handle, base) => (call) => {
        const address = addressOf(call.body)
        if (!base.userByEmail(address, call)) base.attempts.delete(address)
        return handle(call)
      },
    ),
    'profile 8 same-guess-counted-once: The same wrong password again does not count': remembering((last) =>
      step('passwordMatches').changing((matches, { id, email }, given, _, { attempts }) => {
        if (!matches && last.get(id) === given) attempts.get(email)?.pop()
        last.set(id, given)
        return matches
      }),
    ),
    'profile 4.5 early-codes: A code allows three attempts': step('codeMatches').changing(
      (matches, { code }) => matches && (code?.attemptsLeft ?? 0) > 2,
    ),
    'profile 4.5 codes-never-void: Wrong verification codes are not counted': step('codeMatches').changing(
      (matches, { id }, _, __, { users }) => {
        const user = users.get(id)
        if (user?.code && !matches) users.set(id, { ...user, code: { ...user.code, attemptsLeft: 5 } })
        return matches
      },
    ),
  }),
]
