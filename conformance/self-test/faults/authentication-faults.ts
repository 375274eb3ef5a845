/** Faults in authentication and authorization: a check is missing or too weak. */
import type { Store, User } from '../implementation/memory-store.ts'
import type { Operation, ServiceCall } from '../implementation/steps.ts'
import { documented, profile } from './fault.ts'

const names: Partial<Record<Operation, string>> = {
  resolveIncident: 'resolve',
  deleteIncident: 'delete',
  scheduleAccountDeletion: 'account-deletion',
  resetServiceStats: 'service-reset',
  resetMonitorStats: 'monitor-reset',
}

const guarded = Object.entries(names) as [Operation, string][]
const foreign = [
  ['resolveIncident', 'incidentOf', 'resolve'],
  ['deleteIncident', 'incidentOf', 'delete'],
  ['resetServiceStats', 'serviceOf', 'service-reset'],
  ['resetMonitorStats', 'monitorOf', 'monitor-reset'],
] as const

export const authenticationFaults = [
  ...guarded.map(([operation, name]) =>
    documented('5', `${name}-without-token`, `${name} does not require a token`, (base, store) => ({
      userOfToken: (token, call) =>
        token === undefined && call.operation === operation
          ? permittedUser(store, call)
          : base.userOfToken(token, call),
    })),
  ),
  ...guarded.map(([operation, name]) =>
    documented('5', `${name}-with-altered-token`, `${name} compares only the start of a token`, (base, store) => ({
      userOfToken: (token, call) =>
        base.userOfToken(call.operation === operation ? tokenWithSamePrefix(store, token) : token, call),
    })),
  ),
  documented('5', 'token-any-case', 'Tokens are compared without regard to case', (base, store) => ({
    userOfToken: (token, call) =>
      base.userOfToken(
        [...store.tokens.keys()].find((known) => known.toLowerCase() === token?.toLowerCase()),
        call,
      ),
  })),
  documented('5', 'delete-without-scope', 'Delete does not require the write scope', (base) => ({
    canWrite: (user, call) => call.operation === 'deleteIncident' || base.canWrite(user, call),
  })),
  documented('5', 'writer-refused', 'Owners lack the write scope', () => ({
    canWrite: ({ role }) => role === 'member',
  })),
  ...(['admin', 'member'] as const).map((name) =>
    profile('5', `${name}-refused`, `The role ${name} lacks the write scope`, (base) => ({
      canWrite: (user, call) => user.role !== name && base.canWrite(user, call),
    })),
  ),
  profile('5', 'scope-for-statistics', 'A statistics reset requires the write scope', (base) => ({
    security: { ...base.security, resetMonitorStats: 'writer', resetServiceStats: 'writer' },
  })),
  profile('5', 'refresh-token-opens', 'A refresh token is accepted in place of an access token', (base, store) => ({
    userOfToken(token, call) {
      const known = store.tokens.get(token ?? '')
      return known?.use === 'refresh' ? store.users.get(known.userId) : base.userOfToken(token, call)
    },
  })),
  profile('5', 'tokens-alike', 'The access token and the refresh token are equal', (base) => ({
    session(user, call) {
      const fields = base.session(user, call)
      return { ...fields, refreshToken: fields.accessToken }
    },
  })),
  ...foreign.map(([operation, step, name]) =>
    profile('4', `${name}-foreign`, `${name} accepts the id of another team's record`, (base, store) => ({
      [step](call: ServiceCall) {
        if (call.operation !== operation) return base[step](call)
        const record = (store.incidents.get(call.id) ?? store.services.get(call.id) ?? store.monitors.get(call.id)) as
          | { teamId: string }
          | undefined
        const owner = record && [...store.users.values()].find(({ teamId }) => teamId === record.teamId)
        return base[step](owner ? { ...call, caller: owner } : call)
      },
    })),
  ),
  documented('4.6', 'admin-without-key', 'The listing does not require the admin key', (base) => ({
    isAdminKey: (key, call) => key === undefined || base.isAdminKey(key, call),
  })),
  documented('4.6', 'admin-empty-key', 'The listing accepts an empty admin key', (base) => ({
    isAdminKey: (key, call) => key === '' || base.isAdminKey(key, call),
  })),
  documented('4.6', 'admin-bearer-user', 'The listing accepts an access token', (base) => ({
    isAdminKey: (key, call) =>
      base.isAdminKey(key, call) ||
      base.userOfToken(base.readCredential(call.headers, base.transport.token), call) !== undefined,
  })),
]

/** A user who may make the call. */
function permittedUser(store: Store, { id, body }: ServiceCall): User | undefined {
  const record = store.incidents.get(id) ?? store.services.get(id) ?? store.monitors.get(id)
  return [...store.users.values()].find(({ teamId, password }) =>
    record ? teamId === record.teamId : password !== undefined && password === body?.password,
  )
}

/** The known token with the same first 16 characters. */
function tokenWithSamePrefix(store: Store, token: string | undefined): string | undefined {
  const start = token?.slice(0, 16)
  return start?.length === 16 ? [...store.tokens.keys()].find((known) => known.startsWith(start)) : token
}
