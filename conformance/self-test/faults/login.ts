/** Faults in log-in. */
import { setTimeout as wait } from 'node:timers/promises'
import { newId, type User } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import type { ServiceCall, Steps } from '../implementation/steps.ts'
import { all, count, family, recall, step, userNamed } from '../overrides.ts'
import { colleaguesOf, isOauth, isOwner, not, usersOf } from '../records.ts'
import { pause } from './families.ts'
import { toFaults } from './fault.ts'

/** Wrong value: in the user that is shown. */
const shown = step('user', 'login').setting

/** Wrong look-up: another account. */
const found = step('userByEmail', 'login').changing

/** Stale read: all users with the same key get the access token of the first one. */
const oneTokenFor = (keyOf: (user: User) => string) =>
  step('issueToken', 'login').keeping((user, use) => use === 'access' && keyOf(user))

/** Wrong scope: a log-in ends the sessions of others. */
const endingSessions = (others: (user: User, colleagues: User[]) => User[]) =>
  step('session', 'login').before((user, _, base) => {
    for (const { id } of others(user, colleaguesOf(user, base))) base.revokeTokens(id)
  })

function signUp(call: ServiceCall, base: Steps): User {
  const { user, team } = base.createAccount(call.body ?? {})
  base.teams.set(team.id, team)
  base.saveUser(user, call)
  return user
}

const isAlike = (pattern: string, text: string) =>
  text.length === pattern.length && [...pattern].every((letter, at) => letter === '_' || letter === text[at])

const localPart = ({ email }: User) => email.split('@')[0] ?? ''

export const loginFaults = toFaults({
  ...family(shown, {
    '4.2 login-other-team': () => ({ teamId: newId() }),
    '4.2 login-other-id': () => ({ id: newId() }),
    '4.2 login-other-address': ({ email }) => ({ email: `no-reply+${email}` }),
    '4.2 login-name-lost': { name: undefined },
  }),
  ...family(found, {
    '4.2 login-makes-accounts': (known, _, call, base) => known ?? signUp(call, base),
    '4.2 login-address-of-40': (_, address, __, base) =>
      usersOf(base).find(({ email }) => email.slice(0, 40) === address.slice(0, 40)),
  }),
  ...family(oneTokenFor, {
    '4.2 login-token-of-namesake': localPart,
    'sound 4.2 token-of-role': ({ teamId, role }) => `${teamId} ${role}`,
  }),
  ...family(endingSessions, {
    'sound 4.2 login-ends-sessions-of-team': (_, others) => others,
    'sound 4.2 login-revokes-members': (user, others) => (isOwner(user) ? [] : others.filter(not(isOwner))),
  }),
  '4.2 login-underscore-any-letter': step('userByEmail').changing(
    (user, address, _, base) => user ?? usersOf(base).find(({ email }) => isAlike(address, email)),
  ),
  '4.2 login-unknown-remembered': found((user, address, _, { notes }) => {
    if (!user) notes.set(address, 'unknown')
    return notes.has(address) ? undefined : user
  }),
  '4.2 login-user-of-same-local-part': step('user', 'login').passing((user, _, base) => [
    usersOf(base).find((other) => localPart(other) === localPart(user)) ?? user,
  ]),
  '4.2 login-tokens-of-other': step('session', 'login').changing((fields, user, call, base) => {
    const other = usersOf(base).find(({ id }) => id !== user.id)
    return other ? { ...base.session(other, call), user: fields.user } : fields
  }),
  '4.2 login-fourth-token': step('issueToken', 'login').changing((token, { id }, use, _, base) => {
    if (use === 'access' && count(base, id) === 4) base.tokens.delete(token)
    return token
  }),
  '2.1 login-first-role': all(
    step('createMember').changing((user, _, __, { notes }) => {
      notes.set(user.id, user.role)
      return user
    }),
    step('user').setting((_, { id, role }, __, base) => ({ role: recall(base, id) ?? role })),
  ),
  // One of two processes keeps log-ins, and answers from there what would be refused now.
  '4.2 log-in-kept-by-a-process': step('login').around((handle, { body }, base) => {
    const isThisProcess = count(base) % 2 === 0
    const key = JSON.stringify(body)
    try {
      const session = handle()
      if (isThisProcess) base.notes.set(key, session)
      return session
    } catch (error) {
      if (isThisProcess && base.notes.has(key)) return recall(base, key)
      throw error
    }
  }),
  '4.2 login-beside-another': step('login').around(async (handle, _, base) => {
    base.notes.set('last', await handle())
    await wait(pause)
    return recall(base, 'last')
  }),
  'sound 4.2 login-shows-hash': shown({ digest: `$2b$10$${'a'.repeat(53)}` }),
  'sound 4.2 login-shows-owner-token': step('session').setting((_, user, __, base) => {
    const owner = isOwner(user) ? undefined : colleaguesOf(user, base).find(isOwner)
    const known = [...base.tokens].find(([, { userId, use }]) => userId === owner?.id && use === 'access')?.[0]
    return known === undefined ? {} : { team: { owner: known } }
  }),
  '4.2 session-by-request-id': step('login').keeping(({ headers }) => headers['x-request-id']),
  'profile 3.2 login-cancels-deletion': step('session', 'login').before((user, _, { users }) =>
    users.set(user.id, { ...user, deletion: undefined }),
  ),
  'profile 4.2 login-tells-who-exists': found((user) => {
    if (!user) throw new ServiceError('INVALID_CREDENTIALS', 'Unknown e-mail.')
    return user
  }),
  'profile 4.2 login-names-oauth': step('refused', 'login').passing((error, call, base) => {
    const user = userNamed(call, base)
    const isNamed = error.code === 'INVALID_CREDENTIALS' && user !== undefined && isOauth(user)
    return [isNamed ? new ServiceError(error.code, 'Use your identity provider.') : error]
  }),
})
