/** Faults in who may call: a check is missing, too weak, or looks at the wrong thing. */
import type { Store, User } from '../records.ts'
import type { Call, Operation } from '../steps.ts'
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

export const auth = [
  ...guarded.map(([operation, name]) =>
    documented('5', `${name}-without-token`, `${name} is open to callers without a token`, (was, store) => ({
      userOf: (token, call) =>
        token === undefined && call.operation === operation ? somebody(store, call) : was.userOf(token, call),
    })),
  ),
  ...guarded.map(([operation, name]) =>
    documented('5', `${name}-with-altered-token`, `${name} accepts a token with another ending`, (was, store) => ({
      userOf: (token, call) => was.userOf(call.operation === operation ? likeIt(store, token) : token, call),
    })),
  ),
  documented('5', 'token-any-text', 'Any text does for a token', (was, store) => ({
    userOf: (token, call) => was.userOf(token, call) ?? (token ? somebody(store, call) : undefined),
  })),
  documented('5', 'token-any-case', 'Upper and lower case of a token make no difference', (was, store) => ({
    userOf: (token, call) =>
      was.userOf(
        [...store.tokens.keys()].find((known) => known.toLowerCase() === token?.toLowerCase()),
        call,
      ),
  })),
  documented('5', 'resolve-without-scope', 'Resolve does not ask for the write scope', (was) => ({
    mayWrite: (user, call) => call.operation === 'resolveIncident' || was.mayWrite(user, call),
  })),
  documented('5', 'delete-without-scope', 'Delete does not ask for the write scope', (was) => ({
    mayWrite: (user, call) => call.operation === 'deleteIncident' || was.mayWrite(user, call),
  })),
  documented('5', 'writer-refused', 'Owners have no write scope', () => ({
    mayWrite: ({ role }) => role === 'member',
  })),
  documented(
    '5',
    'scope-checked-after',
    'A caller without write scope is refused, and the incident resolved',
    (was, store) => ({
      mayWrite(user, call) {
        const incident = store.incidents.get(call.id)
        if (incident) store.incidents.set(incident.id, was.resolved(incident, undefined))
        return was.mayWrite(user, call)
      },
    }),
  ),
  documented(
    '5',
    'unauthenticated-resolves',
    'A caller without a token is refused, and the incident resolved',
    (was, store) => ({
      userOf(token, call) {
        const incident = store.incidents.get(call.id)
        if (!token && incident && call.operation === 'resolveIncident') {
          store.incidents.set(incident.id, was.resolved(incident, undefined))
        }
        return was.userOf(token, call)
      },
    }),
  ),
  ...(['admin', 'member'] as const).map((name) =>
    profile('5', `${name}-refused`, `Who has the role ${name} has no write scope`, (was) => ({
      mayWrite: (user, call) => user.role !== name && was.mayWrite(user, call),
    })),
  ),
  profile('5', 'scope-for-statistics', 'Resetting statistics asks for the write scope', (was) => ({
    security: { ...was.security, resetMonitorStats: 'writer', resetServiceStats: 'writer' },
  })),
  profile('5', 'refresh-token-opens', 'A refresh token is accepted in place of an access token', (was, store) => ({
    userOf(token, call) {
      const known = store.tokens.get(token ?? '')
      return known?.use === 'refresh' ? store.users.get(known.userId) : was.userOf(token, call)
    },
  })),
  profile('5', 'tokens-alike', 'Access token and refresh token are the same text', (was) => ({
    session(user, call) {
      const shown = was.session(user, call)
      return { ...shown, refreshToken: shown.accessToken }
    },
  })),
  ...foreign.map(([operation, step, name]) =>
    profile('4', `${name}-foreign`, `${name} reaches what belongs to another team`, (was, store) => ({
      [step](call: Call) {
        if (call.operation !== operation) return was[step](call)
        const record = (store.incidents.get(call.id) ?? store.services.get(call.id) ?? store.monitors.get(call.id)) as
          | { teamId: string }
          | undefined
        const owner = record && [...store.users.values()].find(({ teamId }) => teamId === record.teamId)
        return was[step](owner ? { ...call, caller: owner } : call)
      },
    })),
  ),
  documented('4.6', 'admin-without-key', 'The listing is open to callers without a key', (was) => ({
    isAdminKey: (key, call) => key === undefined || was.isAdminKey(key, call),
  })),
  documented('4.6', 'admin-empty-key', 'The listing is open to an empty key', (was) => ({
    isAdminKey: (key, call) => key === '' || was.isAdminKey(key, call),
  })),
  documented('4.6', 'admin-any-key', 'The listing is open to any key', (was) => ({
    isAdminKey: (key, call) => Boolean(key) || was.isAdminKey(key, call),
  })),
  documented('4.6', 'admin-key-longer', 'The listing is open to the key with something behind it', (was) => ({
    isAdminKey: (key = '', call) => [...key].some((_, end) => was.isAdminKey(key.slice(0, end + 1), call)),
  })),
  documented('4.6', 'admin-key-altered', 'The last character of the key is not looked at', (was) => ({
    isAdminKey: (key = '', call) =>
      [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].some((last) =>
        was.isAdminKey(key.slice(0, -1) + last, call),
      ),
  })),
  documented('4.6', 'admin-key-shorter', 'The listing is open to the key without its last character', (was) => ({
    isAdminKey: (key = '', call) =>
      was.isAdminKey(key, call) ||
      [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].some((last) =>
        was.isAdminKey(key + last, call),
      ),
  })),
  documented('4.6', 'admin-access-token', 'The listing takes the access token of any user for a key', (was, store) => ({
    isAdminKey: (key = '', call) => store.tokens.has(key) || was.isAdminKey(key, call),
  })),
  documented('4.6', 'admin-bearer-user', 'The listing is open to users who are logged in', (was) => ({
    isAdminKey: (key, call) =>
      was.isAdminKey(key, call) || was.userOf(was.credential(call.headers, was.travel.token), call) !== undefined,
  })),
]

/** A user for whom the call would go well. */
function somebody(store: Store, { id, body }: Call): User | undefined {
  const record = store.incidents.get(id) ?? store.services.get(id) ?? store.monitors.get(id)
  return [...store.users.values()].find(({ teamId, password }) =>
    record ? teamId === record.teamId : password !== undefined && password === body?.password,
  )
}

/** The token that begins like this one. */
function likeIt(store: Store, token: string | undefined): string | undefined {
  const start = token?.slice(0, 16)
  return start?.length === 16 ? [...store.tokens.keys()].find((known) => known.startsWith(start)) : token
}
