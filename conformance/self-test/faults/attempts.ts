/** Faults in counting wrong passwords, wrong codes and sign-ups. */
import type { User } from '../implementation/memory-store.ts'
import type { Operation } from '../implementation/operations.ts'
import type { Json } from '../implementation/steps.ts'
import { count, family, recall, step, userNamed } from '../overrides.ts'
import { isOauth, isScheduled, usersOf } from '../records.ts'
import { toFaults } from './fault.ts'

/** Wrong count: attempts of some callers do not count. */
const uncounted = (isFree: (user: User, body: Json) => boolean) =>
  step('verifyProof').around((run, user, { body = {} }, { attempts }) => {
    const counted = attempts.get(user.email) ?? []
    if (!isFree(user, body)) return run()
    attempts.delete(user.email)
    try {
      run()
    } finally {
      attempts.set(user.email, counted)
    }
  })

/** Wrong shape: the 429 of an operation has no error object. */
const bareLimit = (operation: Operation) =>
  step('refused', operation).setting(({ status }) => (status === 429 ? { body: { message: 'Slow down.' } } : {}))

const counting = step('countAttempt')
const addressOf = (body: Json | undefined) => String(body?.email).toLowerCase()

export const attemptsFaults = toFaults({
  ...family(bareLimit, {
    '7 sign-up-limit-bare': 'signup',
    '7 log-in-limit-bare': 'login',
    '7 deletion-limit-bare': 'scheduleAccountDeletion',
  }),
  ...family(uncounted, {
    'profile 4.5 scheduled-never-locked': isScheduled,
    'profile 4.5 passwords-of-oauth-uncounted': (user, body) => isOauth(user) && 'password' in body,
  }),
  'sound 4.2 lock-of-team': counting.refusing('RATE_LIMITED')((key, base) => {
    const team = usersOf(base).find(({ email }) => email === key)?.teamId
    const members = usersOf(base).filter(({ teamId }) => teamId === team)
    return members.flatMap(({ email }) => base.attempts.get(email) ?? []).length >= 10
  }),
  'sound 4.5 deletion-attempts-of-team': step('verifyProof').before(({ teamId }, _, { countAttempt }) =>
    countAttempt(teamId),
  ),
  'profile 8 unlimited-sign-ups': counting.skipping((key) => key.startsWith('sign-up')),
  'profile 4.1 sign-ups-lock-log-in': counting.passing((key) => [key.replace('sign-up of ', '')]),
  'profile 4.2 attempts-by-process': counting.passing((key, base) => [
    count(base) % 2 === 0 ? key : `${key} elsewhere`,
  ]),
  'profile 4.2 attempts-outlive-log-in': step('login').around((handle, call, { attempts }) => {
    const before = attempts.get(addressOf(call.body)) ?? []
    const session = handle()
    attempts.set(addressOf(call.body), before)
    return session
  }),
  'profile 4.2 attempts-by-spelling': step('login').around((handle, call, { attempts }) => {
    const spelled = String(call.body?.email)
    const key = spelled.toLowerCase()
    if (spelled === key) return handle()
    const counted = attempts.get(key) ?? []
    attempts.set(key, attempts.get(spelled) ?? [])
    try {
      return handle()
    } finally {
      attempts.set(spelled, attempts.get(key) ?? [])
      attempts.set(key, counted)
    }
  }),
  'profile 4.2 unknown-never-locked': step('login').before((call, base) => {
    if (!userNamed(call, base)) base.attempts.delete(addressOf(call.body))
  }),
  'profile 8 same-guess-counted-once': step('passwordMatches').changing((matches, { id, email }, given, _, base) => {
    if (!matches && recall(base, id) === given) base.attempts.get(email)?.pop()
    base.notes.set(id, given)
    return matches
  }),
  'profile 4.5 early-codes': step('codeMatches').changing(
    (matches, { code }) => matches && (code?.attemptsLeft ?? 0) > 2,
  ),
  'profile 4.5 codes-never-void': step('codeMatches').changing((matches, { id }, _, __, { users }) => {
    const user = users.get(id)
    if (user?.code && !matches) users.set(id, { ...user, code: { ...user.code, attemptsLeft: 5 } })
    return matches
  }),
})
