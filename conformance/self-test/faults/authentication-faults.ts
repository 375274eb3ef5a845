/** Faults in authentication and authorization: a check is missing or too weak. */
import type { Store, User } from '../implementation/memory-store.ts'
import type { Operation } from '../implementation/operations.ts'
import type { Override, ServiceCall } from '../implementation/steps.ts'
import { only } from '../old-overrides.ts'
import { documented, type FaultTable, profile, sound } from './fault.ts'

const guarded = [
  ['resolveIncident', 'resolve', 'incidentOf'],
  ['deleteIncident', 'delete', 'incidentOf'],
  ['scheduleAccountDeletion', 'account-deletion'],
  ['resetServiceStats', 'service-reset', 'serviceOf'],
  ['resetMonitorStats', 'monitor-reset', 'monitorOf'],
] as const

/** A fault in each guarded operation. */
const forEachGuarded = (headingOf: (name: string) => string, override: Override): FaultTable =>
  Object.fromEntries(guarded.map(([operation, name]) => [headingOf(name), only(operation, override)]))

/** The record of another team counts as one of the caller's team. */
const acceptingForeign = (step: 'incidentOf' | 'serviceOf' | 'monitorOf', operation: Operation): Override =>
  only(operation, (base, store) => ({
    [step](call: ServiceCall) {
      const record = recordOf(store, call)
      const owner = record && [...store.users.values()].find(({ teamId }) => teamId === record.teamId)
      return base[step](owner ? { ...call, caller: owner } : call)
    },
  }))

export const authenticationFaults = [
  ...documented({
    ...forEachGuarded(
      (name) => `5 ${name}-without-token: ${name} does not require a token`,
      (base, store) => ({
        userOfToken: (token, call) =>
          token === undefined ? permittedUser(store, call) : base.userOfToken(token, call),
      }),
    ),
    ...forEachGuarded(
      (name) => `5 ${name}-with-altered-token: ${name} compares only the start of a token`,
      (base, store) => ({
        userOfToken: (token, call) => base.userOfToken(tokenWithSamePrefix(store, token), call),
      }),
    ),
    '5 connection-remembers-caller: A request without a token is taken for one of the last caller of its connection': (
      base,
    ) => {
      const callers = new WeakMap<object, User>()
      return {
        userOfToken(token, call) {
          const user = base.userOfToken(token, call)
          if (user) callers.set(call.connection, user)
          return token === undefined ? callers.get(call.connection) : user
        },
      }
    },
    '5 connection-remembers-for-empty-token: An empty token is taken for the last one of its connection': (base) => {
      const callers = new WeakMap<object, User>()
      return {
        userOfToken(token, call) {
          const user = base.userOfToken(token, call)
          if (user) callers.set(call.connection, user)
          const isEmpty = /^bearer$/i.test(String(call.headers.authorization))
          return isEmpty ? callers.get(call.connection) : user
        },
      }
    },
    '5 token-any-case: Tokens are compared without regard to case': (base, store) => ({
      userOfToken(token, call) {
        const known = [...store.tokens.keys()].find((known) => known.toLowerCase() === token?.toLowerCase())
        return base.userOfToken(known, call)
      },
    }),
    '5 delete-without-scope: Delete does not require the write scope': only('deleteIncident', () => ({
      canWrite: () => true,
    })),
    '5 writer-refused: Owners lack the write scope': () => ({ canWrite: ({ role }) => role === 'member' }),
    '4.6 admin-without-key: The listing does not require the admin key': (base) => ({
      isAdminKey: (key, call) => key === undefined || base.isAdminKey(key, call),
    }),
    '4.6 admin-empty-key: The listing accepts an empty admin key': (base) => ({
      isAdminKey: (key, call) => key === '' || base.isAdminKey(key, call),
    }),
    '4.6 admin-later-pages-open: Only the first page of the listing requires the admin key': (base) => ({
      isAdminKey: (key, call) => Number(call.query.get('page') ?? 1) > 1 || base.isAdminKey(key, call),
    }),
    '4.6 admin-bearer-user: The listing accepts an access token': (base) => ({
      isAdminKey: (key, call) =>
        base.isAdminKey(key, call) ||
        base.userOfToken(base.readCredential(call.headers, base.transport.token), call) !== undefined,
    }),
  }),
  ...profile({
    '5 admin-refused: The role admin lacks the write scope': (base) => ({
      canWrite: (user, call) => user.role !== 'admin' && base.canWrite(user, call),
    }),
    '5 member-refused: The role member lacks the write scope': (base) => ({
      canWrite: (user, call) => user.role !== 'member' && base.canWrite(user, call),
    }),
    '5 scope-for-statistics: A statistics reset requires the write scope': (base) => ({
      security: { ...base.security, resetMonitorStats: 'writer', resetServiceStats: 'writer' },
    }),
  }),
  ...sound(
    Object.fromEntries(
      guarded.flatMap(([operation, name, step]) =>
        step
          ? [[`4 ${name}-foreign: ${name} accepts the id of another team's record`, acceptingForeign(step, operation)]]
          : [],
      ),
    ),
  ),
]

function recordOf({ incidents, services, monitors }: Store, { id }: ServiceCall): { teamId: string } | undefined {
  return incidents.get(id) ?? services.get(id) ?? monitors.get(id)
}

/** A user who may make the call. */
function permittedUser(store: Store, call: ServiceCall): User | undefined {
  const record = recordOf(store, call)
  return [...store.users.values()].find(({ teamId, password }) =>
    record ? teamId === record.teamId : password !== undefined && password === call.body?.password,
  )
}

/** The known token with the same first 16 characters. */
function tokenWithSamePrefix(store: Store, token: string | undefined): string | undefined {
  const start = token?.slice(0, 16)
  return start?.length === 16 ? [...store.tokens.keys()].find((known) => known.startsWith(start)) : token
}
