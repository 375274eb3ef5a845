/** Faults in which a proof, a role, a request or an account of before counts for a later one. */
import { ServiceError } from '../implementation/service-error.ts'
import { changing, handling } from '../old-overrides.ts'
import { documented, profile, sound } from './fault.ts'

export const vouchingFaults = [
  ...documented({
    '4.5 right-proof-vouches: A right password that was refused for the other members makes a wrong one right': (
      base,
    ) => {
      const vouched = new Set<string>()
      return {
        passwordMatches(user, password, call) {
          const matches = base.passwordMatches(user, password, call)
          if (matches && call.operation === 'scheduleAccountDeletion') vouched.add(user.id)
          return matches || (call.operation === 'scheduleAccountDeletion' && vouched.has(user.id))
        },
      }
    },
    '4.3 role-kept-by-a-process: One of two processes keeps the role that it saw first, also after a log-in': (
      base,
    ) => {
      const kept = new Map<string, boolean>()
      let calls = 0
      return {
        canWrite(user, call) {
          calls += 1
          const now = base.canWrite(user, call)
          if (calls % 2 === 0) return now
          if (!kept.has(user.id)) kept.set(user.id, now)
          return kept.get(user.id) === true
        },
      }
    },
    '3.2 team-comes-back: A sign-up with the address of a deleted account gets its team': (base, store) => {
      const teams = new Map<string, string>()
      return {
        completeDeletion(user) {
          teams.set(user.email, user.teamId)
          base.completeDeletion(user)
        },
        createAccount(input) {
          const made = base.createAccount(input)
          const id = teams.get(made.user.email)
          if (id === undefined) return made
          store.teams.set(id, { ...made.team, id })
          return { user: { ...made.user, teamId: id }, team: { ...made.team, id } }
        },
      }
    },
    '4.2 log-in-kept-by-a-process: A process that has seen a log-in still accepts it after the account is deleted':
      handling('login', (handle) => {
        const sessions = new Map<string, ReturnType<typeof handle>>()
        let calls = 0
        return (call) => {
          calls += 1
          const key = JSON.stringify(call.body)
          try {
            const session = handle(call)
            if (calls % 2 === 0) sessions.set(key, session)
            return session
          } catch (error) {
            const known = calls % 2 === 0 ? sessions.get(key) : undefined
            if (known) return known
            throw error
          }
        }
      }),
    '4.3 id-of-object: The name of a property of every JavaScript object as an id responds 500': (base) => ({
      incidentOf(call) {
        if (call.id in {}) throw new TypeError(`${call.id} is no incident`)
        return base.incidentOf(call)
      },
    }),
    '4.4 delete-resolved-auto-refused-but-done: The deletion of a resolved auto incident is refused, and done': (
      base,
    ) => ({
      assertDeletable(incident, call) {
        if (incident.type === 'auto' && incident.status === 'resolved') base.removeIncident(incident)
        base.assertDeletable(incident, call)
      },
    }),
    '4.3 scope-of-first-log-in: The role at the first log-in decides the write scope for ever': (base) => {
      const first = new Map<string, boolean>()
      return {
        session(user, call) {
          if (!first.has(user.id)) first.set(user.id, base.canWrite(user, call))
          return base.session(user, call)
        },
        canWrite: (user, call) => first.get(user.id) ?? base.canWrite(user, call),
      }
    },
    '4.6 listing-kept-by-a-process: One of two processes keeps its listing for each query': handling(
      'listDeletionRequests',
      (handle) => {
        const kept = new Map<string, ReturnType<typeof handle>>()
        let calls = 0
        return (call) => {
          calls += 1
          const key = call.query.toString()
          if (calls % 2 === 0) return handle(call)
          const listing = kept.get(key) ?? handle(call)
          kept.set(key, listing)
          return listing
        }
      },
    ),
    '4.7 bare-service-not-found: A service without monitors is not found': changing('serviceOf', (service) => {
      if (service.monitors.length === 0) throw new ServiceError('SERVICE_NOT_FOUND')
      return service
    }),
    '4.6 admin-key-of-words-any-case: The case of an admin key that is no number does not count': (base) => {
      const adminKey = `Key-of-operators-${base.adminKey}`
      return { adminKey, isAdminKey: (key) => key?.toLowerCase() === adminKey.toLowerCase() }
    },
  }),
  ...sound({
    '4.4 delete-takes-resolved-of-monitor: A deletion takes the resolved manual incidents of the same monitor, too': (
      base,
      store,
    ) => ({
      removeIncident(incident) {
        for (const other of store.incidents.values()) {
          const isTwin = other.monitorId !== null && other.monitorId === incident.monitorId
          if (isTwin && other.type === 'manual' && other.status === 'resolved') store.incidents.delete(other.id)
        }
        base.removeIncident(incident)
      },
    }),
    '4.5 code-in-message: After five wrong codes the message names the right one': (base, store) => ({
      error(error, call) {
        const code = store.users.get(call.caller?.id ?? '')?.code
        const isShown = call.operation === 'scheduleAccountDeletion' && code?.attemptsLeft === 0
        return base.error(isShown ? { ...error, message: `Expected ${code.digits}.` } : error, call)
      },
    }),
    '5 token-by-address: A token belongs to the user that has the address of its first one': (base, store) => {
      const addresses = new Map<string, string>()
      return {
        issueToken(user, use, call) {
          const token = base.issueToken(user, use, call)
          addresses.set(token, user.email)
          return token
        },
        userOfToken(token, call) {
          const address = addresses.get(token ?? '')
          const holder = [...store.users.values()].find(({ email }) => email === address)
          return base.userOfToken(token, call) ?? holder
        },
      }
    },
    '3.2 deleted-owner-takes-newcomers: When the account of an owner is deleted, the members of the team are, too': (
      base,
      store,
    ) => ({
      completeDeletion(user) {
        const others = [...store.users.values()].filter(({ id, teamId }) => teamId === user.teamId && id !== user.id)
        for (const other of user.role === 'owner' ? others : []) base.completeDeletion(other)
        base.completeDeletion(user)
      },
    }),
    '4.1 common-password-quoted: The message that refuses a common password quotes it': changing(
      'passwordError',
      (error, value, call) =>
        call.operation === 'signup' && /^(?:password|qwerty|passw0rd)/i.test(String(value))
          ? `body.password "${value}" is too common`
          : error,
    ),
    '4.2 session-by-request-id: A log-in with a known X-Request-Id gets the session of the log-in before': handling(
      'login',
      (handle) => {
        const sessions = new Map<string, ReturnType<typeof handle>>()
        return (call) => {
          const id = call.headers['x-request-id']
          const known = sessions.get(`${id}`)
          if (known) return known
          const session = handle(call)
          if (id !== undefined) sessions.set(`${id}`, session)
          return session
        }
      },
    ),
  }),
  ...profile({
    '4.2 attempts-outlive-log-in: A log-in does not forget the wrong passwords before it': handling(
      'login',
      (handle, _, store) => (call) => {
        const key = String(call.body?.email).toLowerCase()
        const before = store.attempts.get(key) ?? []
        const session = handle(call)
        store.attempts.set(key, before)
        return session
      },
    ),
  }),
]
