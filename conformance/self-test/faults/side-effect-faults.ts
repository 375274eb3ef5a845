/** Faults in side effects on other records, ids of other kinds, and later requests. */
import type { Incident } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import { after, documented, profile } from './fault.ts'

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 15))

export const sideEffectFaults = [
  documented('4.5', 'code-of-anybody', 'The code of any user is accepted', (base, store) => ({
    codeMatches: (user, code, call) =>
      [...store.users.values()].some((other) => other.id !== user.id && other.code?.digits === code) ||
      base.codeMatches(user, code, call),
  })),
  documented('4.2', 'oauth-logs-in-with-undefined', 'A user without a password can log in with any', (base) => ({
    passwordMatches: (user, given, call) =>
      (call.operation === 'login' && user.password === undefined) || base.passwordMatches(user, given, call),
  })),
  profile('4.6', 'admin-key-any-case', 'The admin key is compared without regard to case', (base) => ({
    isAdminKey: (key, call) => base.isAdminKey(key, call) || key?.toLowerCase() === base.adminKey.toLowerCase(),
  })),
  documented('4.7', 'service-takes-monitor-id', 'A service reset accepts the id of a monitor', (base, store) => ({
    serviceOf(call) {
      const monitor = store.monitors.get(call.id)
      return monitor?.teamId === call.caller?.teamId && monitor
        ? { ...monitor, monitors: [monitor.id] }
        : base.serviceOf(call)
    },
  })),
  documented('4.3', 'incident-takes-monitor-id', 'Resolve accepts the id of a monitor', (base, store) => ({
    incidentOf(call) {
      const other =
        store.monitors.has(call.id) &&
        [...store.incidents.values()].find(({ teamId }) => teamId === call.caller?.teamId)
      return other ? { ...other, status: 'open' } : base.incidentOf(call)
    },
  })),
  documented('4.8', 'reset-only-first-100-rows', 'A reset deletes at most 100 rows', (base) => ({
    removeRows: (rows, call) => base.removeRows(rows.slice(0, 100), call),
    resetResult: (rows, call) => base.resetResult(rows.slice(0, 100), call),
  })),
  documented('4.7', 'service-third-monitor-skipped', 'A service reset covers only two monitors', (base) => ({
    monitorsOf: (service) => base.monitorsOf(service).slice(0, 2),
  })),
  documented('4.6', 'limit-above-20-cut-but-echoed', 'A page has at most 20 records for any limit', (base) => ({
    slicePage: (users, page, limit) => base.slicePage(users, page, limit).slice(0, 20),
  })),
  documented('4.6', 'page-without-limit-ignored', 'Without limit, page is ignored', (base) => ({
    handlers: {
      ...base.handlers,
      async listDeletionRequests(call) {
        const query = new URLSearchParams(call.query)
        if (!query.has('limit')) query.delete('page')
        const fields = await base.handlers.listDeletionRequests({ ...call, query })
        const pagination = { ...(fields?.pagination as object), page: Number(call.query.get('page') ?? 1) }
        return { ...(fields ?? {}), pagination }
      },
    },
  })),
  documented('4.6', 'listing-plus-addresses-missing', 'Users with a plus in the e-mail are not listed', (base) => ({
    isListed: (user) => base.isListed(user) && !user.email.includes('+'),
  })),
  documented(
    '4.4',
    'race-resolve-resurrects',
    'A resolve that overlaps a deletion restores the incident',
    (base, store) => ({
      async transition(which, check, write) {
        if (which !== 'resolve') return base.transition(which, check, write)
        const checked = check()
        const incident = checked as Incident
        store.incidents.set(incident.id, { ...incident, status: 'resolving' })
        await pause()
        return write(checked)
      },
      assertResolvable(incident, call) {
        if (incident.status === 'resolving') throw new ServiceError('INCIDENT_ALREADY_RESOLVED')
        base.assertResolvable(incident, call)
      },
    }),
  ),
  documented(
    '4.1',
    'signup-same-address-revokes-tokens',
    'A rejected sign-up revokes the tokens of the account',
    (base, store) => ({
      refused(error, call) {
        if (error.code === 'EMAIL_ALREADY_REGISTERED') {
          const user = base.userByEmail(base.normalizeEmail(String(call.body?.email)), call)
          for (const [token, { userId }] of store.tokens) if (userId === user?.id) store.tokens.delete(token)
        }
        return base.refused(error, call)
      },
    }),
  ),
  documented('4.1', 'signup-into-any-team', 'Sign-up joins the team named in the body', (base) => ({
    unknownPropertyError: () => undefined,
    createAccount(input) {
      const { user, team } = base.createAccount(input)
      return { user: { ...user, teamId: String(input.teamId ?? user.teamId) }, team }
    },
  })),
  documented('4.3', 'resolve-takes-over-body', 'Resolve returns any field of its body', (base) => ({
    unknownPropertyError: () => undefined,
    handlers: {
      ...base.handlers,
      async resolveIncident(call) {
        const fields = await base.handlers.resolveIncident(call)
        return { incident: Object.assign({}, fields?.incident, call.body) }
      },
    },
  })),
  documented('4.5', 'deletion-of-named', 'A deletion applies to the e-mail in the body', (base) => ({
    bodyError: (call) =>
      call.body?.email === undefined || call.operation !== 'scheduleAccountDeletion' ? base.bodyError(call) : undefined,
    saveUser(user, call) {
      const named = call.operation === 'scheduleAccountDeletion' && call.body?.email
      const other = named ? base.userByEmail(base.normalizeEmail(String(named)), call) : undefined
      base.saveUser(other ? base.toScheduled(other) : user, call)
    },
  })),
  documented('4.8', 'reset-resolves-incidents', 'A reset resolves the incidents of the team', (base, store) => ({
    removeRows(rows, call) {
      base.removeRows(rows, call)
      for (const incident of store.incidents.values()) {
        if (incident.teamId === call.caller?.teamId && incident.status === 'open') {
          store.incidents.set(incident.id, base.toResolved(incident, undefined))
        }
      }
    },
  })),
  documented(
    '3.2',
    'second-request-with-wrong-password-cancels',
    'A wrong password cancels the deletion request',
    (base, store) => ({
      passwordMatches(user, given, call) {
        const matches = base.passwordMatches(user, given, call)
        if (!matches && call.operation === 'scheduleAccountDeletion') {
          store.users.set(user.id, { ...user, deletion: undefined })
        }
        return matches
      },
    }),
  ),
  profile('3.2', 'login-cancels-deletion', 'A log-in cancels the deletion request', (base, store) => ({
    session: (user, call) => {
      const back = call.operation === 'login' ? { ...user, deletion: undefined } : user
      store.users.set(user.id, back)
      return base.session(back, call)
    },
  })),
  profile('4.6', 'page-past-end-total-0', 'The total of a page past the end is 0', (base) => ({
    pagination: after(base.pagination, (fields, _page, _limit, _total, count) =>
      count === 0 ? { ...fields, total: 0 } : fields,
    ),
  })),
]
