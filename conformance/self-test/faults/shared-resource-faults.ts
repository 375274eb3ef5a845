/** Faults of incidents and statistics that show only in a team: between its members, its incidents and its monitors. */
import type { Incident } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import { changing, only } from '../old-overrides.ts'
import { documented, sound } from './fault.ts'

/** Refuses some incidents of the team to callers with the role `member`, who may change the others. */
const refusingMembers = (operation: 'resolveIncident' | 'deleteIncident', isRefused: (incident: Incident) => boolean) =>
  only(operation, (base) => ({
    incidentOf(call) {
      const incident = base.incidentOf(call)
      if (call.caller?.role === 'member' && isRefused(incident)) throw new ServiceError('INSUFFICIENT_SCOPE')
      return incident
    },
  }))

export const sharedResourceFaults = [
  ...documented({
    '4.7 reset-unlinks-monitors: A reset of a service for all time unlinks its monitors': (base, store) => ({
      removeRows(rows, call) {
        base.removeRows(rows, call)
        const service = store.services.get(call.id)
        if (service && call.query.get('before') === null) store.services.set(call.id, { ...service, monitors: [] })
      },
    }),
    '8 free-plan-for-admins: On the free plan, an admin is not rejected': (base) => ({
      assertResettable(team, call) {
        if (call.caller?.role !== 'admin') base.assertResettable(team, call)
      },
    }),
    '4.4 delete-acknowledged-refused: An acknowledged incident is not deleted': (base) => ({
      assertDeletable(incident, call) {
        base.assertDeletable(incident, call)
        if (incident.status === 'acknowledged') throw new ServiceError('AUTO_INCIDENT_NOT_DELETABLE')
      },
    }),
    '3.1 resolve-again-by-another: A member can resolve what another one has resolved': (base) => {
      const resolvedBy = new Map<string, string | undefined>()
      return {
        assertResolvable(incident, call) {
          const first = resolvedBy.get(incident.id)
          if (first === undefined || first === call.caller?.id) base.assertResolvable(incident, call)
          resolvedBy.set(incident.id, call.caller?.id)
        },
      }
    },
    '3.1 resolve-all-of-service: Resolving an incident resolves the others on its service': (base, store) => ({
      saveIncident(incident, call) {
        base.saveIncident(incident, call)
        for (const other of store.incidents.values()) {
          const isOnSame = incident.serviceId !== undefined && other.serviceId === incident.serviceId
          if (isOnSame && other.status === 'open') base.saveIncident(base.toResolved(other, undefined), call)
        }
      },
    }),
    '4.4 delete-next-of-service: Deleting an incident deletes another on its service': (base, store) => ({
      removeIncident(incident) {
        base.removeIncident(incident)
        const next = [...store.incidents.values()].find(({ serviceId }) => serviceId === incident.serviceId)
        if (next?.serviceId !== undefined) base.removeIncident(next)
      },
    }),
    '3.1 resolve-auto-by-owners-only: A member may resolve manual incidents only': refusingMembers(
      'resolveIncident',
      ({ type }) => type === 'auto',
    ),
    '3.1 resolve-displayed-by-owners-only: A member may not resolve what is displayed on a service': refusingMembers(
      'resolveIncident',
      ({ serviceId }) => serviceId !== undefined,
    ),
    '4.4 delete-displayed-by-owners-only: A member may not delete what is displayed on a service': refusingMembers(
      'deleteIncident',
      ({ serviceId }) => serviceId !== undefined,
    ),
    '4.7 reset-of-many-by-owners-only: Only an owner may reset a service of more than two monitors': only(
      'resetServiceStats',
      (base) => ({
        serviceOf(call) {
          const service = base.serviceOf(call)
          if (call.caller?.role !== 'owner' && service.monitors.length > 2) throw new ServiceError('INSUFFICIENT_SCOPE')
          return service
        },
      }),
    ),
    '4.8 reset-by-members-not-kept: A reset by a member is confirmed, but deletes nothing': (base) => ({
      removeRows(rows, call) {
        if (call.caller?.role !== 'member') base.removeRows(rows, call)
      },
    }),
    '4.8 delete-takes-statistics: A deleted incident takes the statistics of its monitor with it': (base, store) => ({
      removeIncident(incident) {
        base.removeIncident(incident)
        for (const row of store.stats) if (row.monitorId === incident.monitorId) store.stats.delete(row)
      },
    }),
    '3.1 resolve-empty-cause-ignored: An empty cause does not replace the one that was stored': (base) => ({
      toResolved: (incident, cause) => base.toResolved(incident, cause === '' ? undefined : cause),
    }),
  }),
  ...sound({
    '4.3 resolve-header-of-addresses: A header of the resolve lists the addresses of the team': only(
      'resolveIncident',
      (base, store) => ({
        responseHeaders(call) {
          const team = [...store.users.values()].filter(({ teamId }) => teamId === call.caller?.teamId)
          return { ...base.responseHeaders(call), 'X-Notified': team.map(({ email }) => email).join(', ') }
        },
      }),
    ),
    '4.4 delete-resolved-of-service: A deletion takes the resolved incidents of the same service, too': (
      base,
      store,
    ) => ({
      removeIncident(incident) {
        base.removeIncident(incident)
        for (const { id, serviceId, status } of [...store.incidents.values()]) {
          if (status === 'resolved' && serviceId !== undefined && serviceId === incident.serviceId)
            store.incidents.delete(id)
        }
      },
    }),
    '4.3 foreign-acknowledged-resolved: Any team can resolve an incident that is acknowledged': only(
      'resolveIncident',
      (base, store) => ({
        incidentOf(call) {
          const found = store.incidents.get(call.id)
          return found?.status === 'acknowledged' ? found : base.incidentOf(call)
        },
      }),
    ),
    '3.1 resolve-starts-auto: The resolve of an auto incident sets startedAt': changing('toResolved', (resolved) =>
      resolved.type === 'auto' ? { ...resolved, startedAt: new Date() } : resolved,
    ),
  }),
]
