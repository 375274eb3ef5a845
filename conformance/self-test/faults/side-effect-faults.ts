/** Faults in side effects on other records, ids of other kinds, and later requests. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Incident } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import type { Override } from '../implementation/steps.ts'
import { all, changing, handling, only, signingUp } from '../old-overrides.ts'
import { documented, profile } from './fault.ts'

const acceptingUnknownProperties: Override = () => ({ unknownPropertyError: () => undefined })

export const sideEffectFaults = [
  ...documented({
    '4.5 code-of-any-user: The code of any user is accepted': (base, store) => ({
      codeMatches: (user, code, call) =>
        [...store.users.values()].some((other) => other.id !== user.id && other.code?.digits === code) ||
        base.codeMatches(user, code, call),
    }),
    '4.2 oauth-logs-in-with-undefined: A user without a password can log in with any': only('login', (base) => ({
      passwordMatches: (user, given, call) => user.password === undefined || base.passwordMatches(user, given, call),
    })),
    '4.7 service-takes-monitor-id: A service reset accepts the id of a monitor': (base, store) => ({
      serviceOf(call) {
        const monitor = store.monitors.get(call.id)
        return monitor && monitor.teamId === call.caller?.teamId
          ? { ...monitor, monitors: [monitor.id] }
          : base.serviceOf(call)
      },
    }),
    '4.3 incident-takes-monitor-id: Resolve accepts the id of a monitor': (base, store) => ({
      incidentOf(call) {
        const isOfTeam = ({ teamId }: Incident) => teamId === call.caller?.teamId
        const other = store.monitors.has(call.id) && [...store.incidents.values()].find(isOfTeam)
        return other ? { ...other, status: 'open' } : base.incidentOf(call)
      },
    }),
    '4.8 reset-only-first-100-rows: A reset deletes at most 100 rows': (base) => ({
      removeRows: (rows, call) => base.removeRows(rows.slice(0, 100), call),
      resetResult: (rows, call) => base.resetResult(rows.slice(0, 100), call),
    }),
    '4.7 service-third-monitor-skipped: A service reset covers only two monitors': changing('monitorsOf', (monitors) =>
      monitors.slice(0, 2),
    ),
    '4.6 limit-above-20-cut-but-echoed: A page has at most 20 records for any limit': changing('slicePage', (users) =>
      users.slice(0, 20),
    ),
    '4.6 page-without-limit-ignored: Without limit, page is ignored': handling(
      'listDeletionRequests',
      (handle) => async (call) => {
        const query = new URLSearchParams(call.query)
        if (!query.has('limit')) query.delete('page')
        const fields = await handle({ ...call, query })
        const pagination = { ...(fields?.pagination as object), page: Number(call.query.get('page') ?? 1) }
        return { ...fields, pagination }
      },
    ),
    '4.6 listing-plus-addresses-missing: Users with a plus in the e-mail are not listed': changing(
      'isListed',
      (isListed, { email }) => isListed && !email.includes('+'),
    ),
    '4.4 race-resolve-resurrects: A resolve that overlaps a deletion restores the incident': (base, store) => ({
      async transition(which, check, write) {
        if (which !== 'resolve') return base.transition(which, check, write)
        const checked = check()
        const incident = checked as Incident
        store.incidents.set(incident.id, { ...incident, status: 'resolving' })
        await wait(15)
        return write(checked)
      },
      assertResolvable(incident, call) {
        if (incident.status === 'resolving') throw new ServiceError('INCIDENT_ALREADY_RESOLVED')
        base.assertResolvable(incident, call)
      },
    }),
    '4.1 signup-same-address-revokes-tokens: A rejected sign-up revokes the tokens of the account': (base, store) => ({
      refused(error, call) {
        if (error.code === 'EMAIL_ALREADY_REGISTERED') {
          const user = base.userByEmail(base.normalizeEmail(String(call.body?.email)), call)
          if (user) store.revokeTokens(user.id)
        }
        return base.refused(error, call)
      },
    }),
    '4.1 signup-into-any-team: Sign-up joins the team named in the body': all(
      acceptingUnknownProperties,
      signingUp(({ teamId }, input) => ({ teamId: String(input.teamId ?? teamId) })),
    ),
    '4.3 resolve-takes-over-body: Resolve returns any field of its body': all(
      acceptingUnknownProperties,
      handling('resolveIncident', (handle) => async (call) => ({
        incident: Object.assign({}, (await handle(call))?.incident, call.body),
      })),
    ),
    '4.5 deletion-of-named: A deletion applies to the e-mail in the body': only('scheduleAccountDeletion', (base) => ({
      bodyError: (call) => (call.body?.email === undefined ? base.bodyError(call) : undefined),
      saveUser(user, call) {
        const email = call.body?.email
        const other = email ? base.userByEmail(base.normalizeEmail(String(email)), call) : undefined
        base.saveUser(other ? base.toScheduled(other) : user, call)
      },
    })),
    '4.8 reset-resolves-incidents: A reset resolves the incidents of the team': (base, store) => ({
      removeRows(rows, call) {
        base.removeRows(rows, call)
        for (const incident of store.incidents.values()) {
          if (incident.teamId === call.caller?.teamId && incident.status === 'open') {
            store.incidents.set(incident.id, base.toResolved(incident, undefined))
          }
        }
      },
    }),
    '3.2 second-request-with-wrong-password-cancels: A wrong password cancels the deletion request': only(
      'scheduleAccountDeletion',
      (base, store) => ({
        passwordMatches(user, given, call) {
          const matches = base.passwordMatches(user, given, call)
          if (!matches) store.users.set(user.id, { ...user, deletion: undefined })
          return matches
        },
      }),
    ),
  }),
  ...profile({
    '4.6 admin-key-any-case: The admin key is compared without regard to case': (base) => ({
      isAdminKey: (key, call) => base.isAdminKey(key, call) || key?.toLowerCase() === base.adminKey.toLowerCase(),
    }),
    '3.2 login-cancels-deletion: A log-in cancels the deletion request': only('login', (base, store) => ({
      session(user, call) {
        const restored = { ...user, deletion: undefined }
        store.users.set(user.id, restored)
        return base.session(restored, call)
      },
    })),
    '4.6 page-past-end-total-0: The total of a page past the end is 0': changing(
      'pagination',
      (fields, _page, _limit, _total, count) => (count === 0 ? { ...fields, total: 0 } : fields),
    ),
  }),
]
