/** Faults in log-in. */
import { setTimeout as wait } from 'node:timers/promises'
import { newId, type User } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import type { Json, ServiceCall } from '../implementation/steps.ts'
import { type Base, handling, only, remembering, setting, step } from '../overrides.ts'
import { colleaguesOf, isOauth, isOwner, not, usersOf } from '../records.ts'
import { pause } from './families.ts'
import { toFaults } from './fault.ts'

/** Wrong value: in the user that is shown. */
const shown = step('user', 'login').setting

/** Wrong look-up: another account. */
const found = step('userByEmail', 'login').changing

/** Stale read: all users with the same key get the access token of the first one. */
const oneTokenFor = (keyOf: (user: User) => string) =>
  remembering<string>((tokens) =>
    step('issueToken', 'login').changing((token, user, use) => {
      if (use !== 'access') return token
      const first = tokens.get(keyOf(user)) ?? token
      tokens.set(keyOf(user), first)
      return first
    }),
  )

/** Wrong scope: a log-in ends the sessions of others. */
const endingSessions = (others: (user: User, colleagues: User[]) => User[]) =>
  step('session', 'login').before((user, _, base) => {
    for (const { id } of others(user, colleaguesOf(user, base))) base.revokeTokens(id)
  })

function signUp(call: ServiceCall, base: Base): User {
  const { user, team } = base.createAccount(call.body ?? {})
  base.teams.set(team.id, team)
  base.saveUser(user, call)
  return user
}

const isAlike = (pattern: string, text: string) =>
  text.length === pattern.length && [...pattern].every((letter, at) => letter === '_' || letter === text[at])

const localPart = ({ email }: User) => email.split('@')[0] ?? ''

export const loginFaults = [
  ...toFaults(shown, {
    '4.2 login-other-team: Log-in returns another teamId than sign-up': () => ({ teamId: newId() }),
    '4.2 login-other-id: Log-in returns another id than sign-up': () => ({ id: newId() }),
    '4.2 login-other-address: Log-in returns another e-mail than sign-up': ({ email }) => ({
      email: `no-reply+${email}`,
    }),
    '4.2 login-name-lost: Log-in does not return the name': () => ({ name: undefined }),
  }),
  ...toFaults(found, {
    '4.2 login-makes-accounts: Log-in with an unknown e-mail creates an account': (known, _, call, base) =>
      known ?? signUp(call, base),
    '4.2 login-address-of-40: Log-in compares 40 characters of an e-mail': (_, address, __, base) =>
      usersOf(base).find(({ email }) => email.slice(0, 40) === address.slice(0, 40)),
  }),
  ...toFaults(oneTokenFor, {
    '4.2 login-token-of-namesake: A log-in returns the token of another user with the same local part': localPart,
    'sound 4.2 token-of-role: Users of one team with one role get the same access token': ({ teamId, role }) =>
      `${teamId} ${role}`,
  }),
  ...toFaults(endingSessions, {
    'sound 4.2 login-ends-sessions-of-team: A log-in ends the sessions of the other members': (_, others) => others,
    'sound 4.2 login-revokes-members: The log-in of a member revokes the tokens of the other members': (
      user,
      others,
    ) => (isOwner(user) ? [] : others.filter(not(isOwner))),
  }),
  ...toFaults({
    '4.2 login-underscore-any-letter: Log-in treats _ in an e-mail as a wildcard': step('userByEmail').changing(
      (user, address, _, base) => user ?? usersOf(base).find(({ email }) => isAlike(address, email)),
    ),
    '4.2 login-unknown-remembered: An address that was unknown stays so for a while': remembering((unknown) =>
      found((user, address) => {
        if (!user) unknown.set(address, true)
        return unknown.has(address) ? undefined : user
      }),
    ),
    '4.2 login-user-of-same-local-part: Log-in returns the first user whose address has the same local part': step(
      'user',
      'login',
    ).passing((user, _, base) => [usersOf(base).find((other) => localPart(other) === localPart(user)) ?? user]),
    '4.2 login-tokens-of-other: Log-in returns tokens of another user': step('session', 'login').changing(
      (fields, user, call, base) => {
        const other = usersOf(base).find(({ id }) => id !== user.id)
        return other ? { ...base.session(other, call), user: fields.user } : fields
      },
    ),
    '4.2 login-fourth-token: The access token of the fourth log-in of a user is not valid': remembering<number>(
      (counts) =>
        step('issueToken', 'login').changing((token, { id }, use, _, { tokens }) => {
          counts.set(id, (counts.get(id) ?? 0) + (use === 'access' ? 1 : 0))
          if (use === 'access' && counts.get(id) === 4) tokens.delete(token)
          return token
        }),
    ),
    '2.1 login-first-role: A log-in returns the role that the user had at first': remembering<string>((roles) => [
      step('createMember').changing((user) => {
        roles.set(user.id, user.role)
        return user
      }),
      step('user').setting((_, { id, role }) => ({ role: roles.get(id) ?? role })),
    ]),
    '4.2 log-in-kept-by-a-process: A process that has seen a log-in still accepts it after the account is deleted':
      handling('login')((handle) => {
        const sessions = new Map<string, ReturnType<typeof handle>>()
        let calls = 0
        return (call) => {
          const isThisProcess = ++calls % 2 === 0
          const key = JSON.stringify(call.body)
          try {
            const session = handle(call)
            if (isThisProcess) sessions.set(key, session)
            return session
          } catch (error) {
            if (isThisProcess && sessions.has(key)) return sessions.get(key)
            throw error
          }
        }
      }),
    '4.2 login-beside-another: Of simultaneous log-ins, each returns the session of the last one': handling('login')(
      (handle) => {
        let last: Json | undefined
        return async (call) => {
          last = await handle(call)
          await wait(pause)
          return last
        }
      },
    ),
    'sound 4.2 login-shows-hash: Log-in returns the hash of the password': only(
      'login',
      setting('user', { digest: `$2b$10$${'a'.repeat(53)}` }),
    ),
    'sound 4.2 login-shows-owner-token: The log-in of a member shows an access token of the owner': step(
      'session',
    ).setting((_, user, __, base) => {
      const owner = isOwner(user) ? undefined : colleaguesOf(user, base).find(isOwner)
      const known = [...base.tokens].find(([, { userId, use }]) => userId === owner?.id && use === 'access')?.[0]
      return known === undefined ? {} : { team: { owner: known } }
    }),
    'sound 4.2 session-by-request-id: A log-in with a known X-Request-Id gets the session of the log-in before':
      handling('login')((handle) => {
        const sessions = new Map<string, ReturnType<typeof handle>>()
        return (call) => {
          const { 'x-request-id': id } = call.headers
          const session = sessions.get(`${id}`) ?? handle(call)
          if (id !== undefined) sessions.set(`${id}`, session)
          return session
        }
      }),
    'profile 3.2 login-cancels-deletion: A log-in cancels the deletion request': step('session', 'login').before(
      (user, _, { users }) => users.set(user.id, { ...user, deletion: undefined }),
    ),
    'profile 4.2 login-tells-who-exists: Log-in distinguishes an unknown e-mail from a wrong password': found(
      (user) => {
        if (!user) throw new ServiceError('INVALID_CREDENTIALS', 'Unknown e-mail.')
        return user
      },
    ),
    'profile 4.2 login-names-oauth: A log-in with the address of an OAuth user has a message of its own': step(
      'refused',
      'login',
    ).passing((error, call, base) => {
      const user = base.userByEmail(String(call.body?.email), call)
      const isNamed = error.code === 'INVALID_CREDENTIALS' && user !== undefined && isOauth(user)
      return [isNamed ? new ServiceError(error.code, 'Use your identity provider.') : error]
    }),
  }),
]
