/** Faults in credentials: tokens, scopes and the admin key. */
import type { User } from '../implementation/memory-store.ts'
import type { Operation } from '../implementation/operations.ts'
import type { Override, ServiceCall, Steps } from '../implementation/steps.ts'
import { all, count, family, notingTokens, recall, step, tokenOf } from '../overrides.ts'
import { hasRole, not, recordWith, usersOf } from '../records.ts'
import { toFaults } from './fault.ts'

const guarded: Partial<Record<Operation, string>> = {
  resolveIncident: 'resolve',
  deleteIncident: 'delete',
  scheduleAccountDeletion: 'account-deletion',
  resetServiceStats: 'service-reset',
  resetMonitorStats: 'monitor-reset',
}

/** A fault in each guarded operation. */
const inEachGuarded = (suffix: string, override: (operation: Operation) => Override): Record<string, Override> =>
  Object.fromEntries(
    Object.entries(guarded).map(([operation, name]) => [`5 ${name}-${suffix}`, override(operation as Operation)]),
  )

/** A user who may make the call. */
function permittedUser({ id, body }: ServiceCall, base: Steps): User | undefined {
  const record = recordWith(id, base)
  return usersOf(base).find(({ teamId, password }) =>
    record ? teamId === record.teamId : password !== undefined && password === body?.password,
  )
}

/** The known token with the same first 16 characters. */
function tokenWithSamePrefix(token = '', { tokens }: Steps): string {
  const start = token.slice(0, 16)
  return (start.length === 16 && [...tokens.keys()].find((known) => known.startsWith(start))) || token
}

/** The holder of a token, whatever it is for and however old it is. */
const holderOf = (token = '', { tokens, users }: Steps) => users.get(tokens.get(token)?.userId ?? '')

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

export const tokenFaults = toFaults({
  ...family(rememberedByConnection, {
    '5 connection-remembers-caller': (token) => token === undefined,
    '5 connection-remembers-for-empty-token': (_, { headers }) => /^bearer$/i.test(String(headers.authorization)),
  }),
  ...family(takingRefreshToken, {
    'sound 5 refresh-token-resets': 'resetServiceStats',
    'sound 5 refresh-token-deletes': 'deleteIncident',
  }),
  ...family(withoutScope, {
    '5 writer-refused': not(hasRole('member')),
    'profile 5 admin-refused': hasRole('admin'),
    'profile 5 member-refused': hasRole('member'),
  }),
  ...family(adminKey, {
    '4.6 admin-without-key': (key) => key === undefined,
    '4.6 admin-empty-key': (key) => key === '',
    '4.6 admin-later-pages-open': (_, { query }) => Number(query.get('page') ?? 1) > 1,
    '4.6 admin-bearer-user': (_, call, base) => base.userOfToken(tokenOf(call, base), call),
    'profile 4.6 admin-key-any-case': (key, _, base) => key?.toLowerCase() === base.adminKey.toLowerCase(),
  }),
  ...inEachGuarded('without-token', (operation) =>
    step('userOfToken', operation).changing((user, token, call, base) =>
      token === undefined ? permittedUser(call, base) : user,
    ),
  ),
  ...inEachGuarded('with-altered-token', (operation) =>
    step('userOfToken', operation).passing((token, _, base) => [tokenWithSamePrefix(token, base)]),
  ),
  '5 token-any-case': step('userOfToken').passing((token, _, { tokens }) => [
    [...tokens.keys()].find((known) => known.toLowerCase() === token?.toLowerCase()),
  ]),
  '5 expired-token-deletes-account': step('userOfToken', 'scheduleAccountDeletion').changing((user, token, _, base) =>
    base.tokens.get(token ?? '')?.use === 'access' ? holderOf(token, base) : user,
  ),
  'sound 5 refresh-token-opens': step('userOfToken').changing((user, token, _, base) => user ?? holderOf(token, base)),
  'sound 5 tokens-alike': step('session').setting(({ accessToken }) => ({ refreshToken: accessToken })),
  'sound 5 token-by-address': all(
    notingTokens(({ email }) => email),
    step('userOfToken').changing(
      (user, token, _, base) => user ?? usersOf(base).find(({ email }) => email === recall(base, token)),
    ),
  ),
  'sound 5 message-with-token': step('error').setting(({ status, message }, _, { headers }) =>
    status === 401 ? { message: `${message} ${headers.authorization}` } : {},
  ),
  '4.3 role-kept-by-a-process': step('canWrite').keeping(({ id }, _, base) => count(base) % 2 === 1 && id),
  '4.3 scope-of-first-log-in': all(
    step('session').before(({ id, role }, _, base) => base.notes.set(id, recall(base, id) ?? role)),
    step('canWrite').passing((user, _, base) => [{ ...user, role: recall(base, user.id) ?? user.role }]),
  ),
  'profile 5 role-in-token': all(
    notingTokens(({ role }) => role),
    step('userOfToken').changing((user, token, _, base) => user && { ...user, role: recall(base, token) ?? user.role }),
  ),
  '4.6 admin-key-of-words-any-case': (base) => {
    const adminKey = `Key-of-operators-${base.adminKey}`
    return { adminKey, isAdminKey: (key) => key?.toLowerCase() === adminKey.toLowerCase() }
  },
})
