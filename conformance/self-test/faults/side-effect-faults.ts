/** Faults that come second: in the wrong order, for the other caller, with what was left over, at the second time. */
import type { Incident } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import { after, documented, profile } from './fault.ts'

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 15))

export const leftovers = [
  documented('4.5', 'code-of-anybody', 'The code of any user is accepted', (base, store) => ({
    codeMatches: (user, code, call) =>
      [...store.users.values()].some((other) => other.id !== user.id && other.code?.digits === code) ||
      base.codeMatches(user, code, call),
  })),
  documented('4.2', 'oauth-logs-in-with-undefined', 'Who has no password logs in with any', (base) => ({
    passwordMatches: (user, given, call) =>
      (call.operation === 'login' && user.password === undefined) || base.passwordMatches(user, given, call),
  })),
  profile('4.6', 'admin-key-any-case', 'Upper and lower case of the admin key make no difference', (base) => ({
    isAdminKey: (key, call) => base.isAdminKey(key, call) || key?.toLowerCase() === base.adminKey.toLowerCase(),
  })),
  documented('4.7', 'service-takes-monitor-id', 'The id of a monitor resets it as a service', (base, store) => ({
    serviceOf(call) {
      const monitor = store.monitors.get(call.id)
      return monitor?.teamId === call.caller?.teamId && monitor
        ? { ...monitor, monitors: [monitor.id] }
        : base.serviceOf(call)
    },
  })),
  documented('4.3', 'incident-takes-monitor-id', 'The id of a monitor resolves some incident', (base, store) => ({
    incidentOf(call) {
      const other =
        store.monitors.has(call.id) &&
        [...store.incidents.values()].find(({ teamId }) => teamId === call.caller?.teamId)
      return other ? { ...other, status: 'open' } : base.incidentOf(call)
    },
  })),
  documented('4.8', 'reset-only-first-100-rows', 'A reset deletes a hundred rows at most', (base) => ({
    removeRows: (rows, call) => base.removeRows(rows.slice(0, 100), call),
    resetResult: (rows, call) => base.resetResult(rows.slice(0, 100), call),
  })),
  documented('4.7', 'service-third-monitor-skipped', 'Only two monitors of a service are reset', (base) => ({
    monitorsOf: (service) => base.monitorsOf(service).slice(0, 2),
  })),
  documented(
    '4.6',
    'limit-above-20-cut-but-echoed',
    'A page never holds more than twenty records, whatever it says',
    (base) => ({
      slicePage: (users, page, limit) => base.slicePage(users, page, limit).slice(0, 20),
    }),
  ),
  documented('4.6', 'page-without-limit-ignored', 'Without a limit, every page is the first', (base) => ({
    handlers: {
      ...base.handlers,
      async listDeletionRequests(call) {
        const query = new URLSearchParams(call.query)
        if (!query.has('limit')) query.delete('page')
        const shown = await base.handlers.listDeletionRequests({ ...call, query })
        const pagination = { ...(shown?.pagination as object), page: Number(call.query.get('page') ?? 1) }
        return { ...(shown ?? {}), pagination }
      },
    },
  })),
  documented('4.6', 'listing-plus-addresses-missing', 'Addresses with a plus are not listed', (base) => ({
    isListed: (user) => base.isListed(user) && !user.email.includes('+'),
  })),
  documented(
    '4.4',
    'race-resolve-resurrects',
    'A resolve that began before the deletion brings the incident back',
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
    'A refused sign-up ends the sessions of the account',
    (base, store) => ({
      refused(refusal, call) {
        if (refusal.code === 'EMAIL_ALREADY_REGISTERED') {
          const user = base.userByEmail(base.normalizeEmail(String(call.body?.email)), call)
          for (const [token, { userId }] of store.tokens) if (userId === user?.id) store.tokens.delete(token)
        }
        return base.refused(refusal, call)
      },
    }),
  ),
  documented('4.1', 'signup-into-any-team', 'Who names a team signs up into it', (base) => ({
    unknownPropertyError: () => undefined,
    createAccount(input) {
      const { user, team } = base.createAccount(input)
      return { user: { ...user, teamId: String(input.teamId ?? user.teamId) }, team }
    },
  })),
  documented('4.3', 'resolve-takes-over-body', 'Whatever the body of a resolve names is taken over', (base) => ({
    unknownPropertyError: () => undefined,
    handlers: {
      ...base.handlers,
      async resolveIncident(call) {
        const shown = await base.handlers.resolveIncident(call)
        return { incident: Object.assign({}, shown?.incident, call.body) }
      },
    },
  })),
  documented('4.5', 'deletion-of-named', 'Whom the body of a deletion names is deleted', (base) => ({
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
    'A wrong password takes the request for deletion back',
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
  profile('3.2', 'login-cancels-deletion', 'A log-in takes the request for deletion back', (base, store) => ({
    session: (user, call) => {
      const back = call.operation === 'login' ? { ...user, deletion: undefined } : user
      store.users.set(user.id, back)
      return base.session(back, call)
    },
  })),
  profile('4.6', 'page-past-end-total-0', 'The total of a page past the end is 0', (base) => ({
    pagination: after(base.pagination, (shown, _page, _limit, _total, count) =>
      count === 0 ? { ...shown, total: 0 } : shown,
    ),
  })),
]
