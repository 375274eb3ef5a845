/** Faults in credentials: tokens, scopes and the admin key. */
import type { User } from '../implementation/memory-store.ts'
import type { Operation } from '../implementation/operations.ts'
import type { Override, ServiceCall } from '../implementation/steps.ts'
import { type Base, keptPerToken, only, remembering, step, tokenOf } from '../overrides.ts'
import { hasRole, not, recordWith, usersOf } from '../records.ts'
import { type FaultTable, toFaults } from './fault.ts'

const guarded: Partial<Record<Operation, string>> = {
  resolveIncident: 'resolve',
  deleteIncident: 'delete',
  scheduleAccountDeletion: 'account-deletion',
  resetServiceStats: 'service-reset',
  resetMonitorStats: 'monitor-reset',
}

/** A fault in each guarded operation. */
const inEachGuarded = (override: Override, headingOf: (name: string) => string): FaultTable =>
  Object.fromEntries(
    Object.entries(guarded).map(([operation, name]) => [headingOf(name), only(operation as Operation, override)]),
  )

/** A user who may make the call. */
function permittedUser({ id, body }: ServiceCall, base: Base): User | undefined {
  const record = recordWith(id, base)
  return usersOf(base).find(({ teamId, password }) =>
    record ? teamId === record.teamId : password !== undefined && password === body?.password,
  )
}

/** The known token with the same first 16 characters. */
function tokenWithSamePrefix(token = '', { tokens }: Base): string {
  const start = token.slice(0, 16)
  return (start.length === 16 && [...tokens.keys()].find((known) => known.startsWith(start))) || token
}

/** The holder of a token, whatever it is for and however old it is. */
const holderOf = (token = '', { tokens, users }: Base) => users.get(tokens.get(token)?.userId ?? '')

/** Missing check: what a token is for. */
const takingRefreshToken = (operation: Operation) =>
  step('userOfToken', operation).changing((user, token, _, base) =>
    base.tokens.get(token ?? '')?.use === 'refresh' ? holderOf(token, base) : user,
  )

/** Stale read: some requests are taken for those of the last caller of their connection. */
const rememberedByConnection = (isTaken: (token: string | undefined, call: ServiceCall) => boolean): Override => {
  const callers = new WeakMap<object, User>()
  return step('userOfToken').changing((user, token, call) => {
    if (user) callers.set(call.connection, user)
    return isTaken(token, call) ? callers.get(call.connection) : user
  })
}

/** Wrong scope: who lacks the write scope. */
const withoutScope = (isWithout: (user: User) => boolean) =>
  step('canWrite').changing((canWrite, user) => canWrite && !isWithout(user))

/** Missing check: other admin keys are accepted, too. */
const adminKey = step('isAdminKey').accepting

export const tokenFaults = [
  ...toFaults(rememberedByConnection, {
    '5 connection-remembers-caller: A request without a token is taken for one of the last caller of its connection': (
      token,
    ) => token === undefined,
    '5 connection-remembers-for-empty-token: An empty token is taken for the last one of its connection': (
      _,
      { headers },
    ) => /^bearer$/i.test(String(headers.authorization)),
  }),
  ...toFaults(takingRefreshToken, {
    'sound 5 refresh-token-resets: A refresh token resets the statistics of a service': 'resetServiceStats',
    'sound 5 refresh-token-deletes: A refresh token deletes incidents': 'deleteIncident',
  }),
  ...toFaults(withoutScope, {
    '5 writer-refused: Owners lack the write scope': not(hasRole('member')),
    'profile 5 admin-refused: The role admin lacks the write scope': hasRole('admin'),
    'profile 5 member-refused: The role member lacks the write scope': hasRole('member'),
  }),
  ...toFaults(adminKey, {
    '4.6 admin-without-key: The listing does not require the admin key': (key) => key === undefined,
    '4.6 admin-empty-key: The listing accepts an empty admin key': (key) => key === '',
    '4.6 admin-later-pages-open: Only the first page of the listing requires the admin key': (_, { query }) =>
      Number(query.get('page') ?? 1) > 1,
    '4.6 admin-bearer-user: The listing accepts an access token': (_, call, base) =>
      base.userOfToken(tokenOf(call, base), call),
    'profile 4.6 admin-key-any-case: The admin key is compared without regard to case': (key, _, base) =>
      key?.toLowerCase() === base.adminKey.toLowerCase(),
  }),
  ...toFaults({
    ...inEachGuarded(
      step('userOfToken').changing((user, token, call, base) =>
        token === undefined ? permittedUser(call, base) : user,
      ),
      (name) => `5 ${name}-without-token: ${name} does not require a token`,
    ),
    ...inEachGuarded(
      step('userOfToken').passing((token, _, base) => [tokenWithSamePrefix(token, base)]),
      (name) => `5 ${name}-with-altered-token: ${name} compares only the start of a token`,
    ),
    '5 token-any-case: Tokens are compared without regard to case': step('userOfToken').passing(
      (token, _, { tokens }) => [[...tokens.keys()].find((known) => known.toLowerCase() === token?.toLowerCase())],
    ),
    '5 expired-token-deletes-account: The deletion of an account accepts a token that has expired': step(
      'userOfToken',
      'scheduleAccountDeletion',
    ).changing((user, token, _, base) =>
      base.tokens.get(token ?? '')?.use === 'access' ? holderOf(token, base) : user,
    ),
    'sound 5 refresh-token-opens: A refresh token is accepted as an access token': step('userOfToken').changing(
      (user, token, _, base) => user ?? holderOf(token, base),
    ),
    'sound 5 tokens-alike: The access token and the refresh token are equal': step('session').setting(
      ({ accessToken }) => ({ refreshToken: accessToken }),
    ),
    'sound 5 token-by-address: A token belongs to the user that has the address of its first one': keptPerToken(
      ({ email }) => email,
      (addressOf) =>
        step('userOfToken').changing(
          (user, token, _, base) => user ?? usersOf(base).find(({ email }) => email === addressOf(token)),
        ),
    ),
    'sound 5 message-with-token: The message of a 401 quotes the token': step('error').setting(
      ({ status, message }, _, { headers }) =>
        status === 401 ? { message: `${message} ${headers.authorization}` } : {},
    ),
    '4.3 role-kept-by-a-process: One of two processes keeps the role that it saw first, also after a log-in': (
      base,
    ) => {
      const kept = new Map<string, boolean>()
      let calls = 0
      return {
        canWrite(user, call) {
          const now = base.canWrite(user, call)
          if (++calls % 2 === 0) return now
          kept.set(user.id, kept.get(user.id) ?? now)
          return kept.get(user.id) === true
        },
      }
    },
    '4.3 scope-of-first-log-in: The role at the first log-in decides the write scope for ever': remembering<boolean>(
      (first) => [
        step('session').before((user, call, base) =>
          first.set(user.id, first.get(user.id) ?? base.canWrite(user, call)),
        ),
        step('canWrite').changing((canWrite, { id }) => first.get(id) ?? canWrite),
      ],
    ),
    'profile 5 role-in-token: The role is that of the log-in': keptPerToken(
      ({ role }) => role,
      (roleOf) => step('userOfToken').changing((user, token) => user && { ...user, role: roleOf(token) ?? user.role }),
    ),
    '4.6 admin-key-of-words-any-case: The case of an admin key that is no number does not count': (base) => {
      const adminKey = `Key-of-operators-${base.adminKey}`
      return { adminKey, isAdminKey: (key) => key?.toLowerCase() === adminKey.toLowerCase() }
    },
  }),
]
