/** Faults in deleting incidents. */
import type { Incident } from '../implementation/memory-store.ts'
import type { ServiceCall } from '../implementation/steps.ts'
import { type Base, remembering, step } from '../overrides.ts'
import {
  both,
  byCaller,
  hasRole,
  incidentsOf,
  isAcknowledged,
  isAuto,
  isDisplayed,
  isExplained,
  isOfMonitor,
  isOpen,
  isResolved,
  not,
  onSameMonitor,
  onSameService,
  resolvedDaysAgo,
  startedDaysAgo,
} from '../records.ts'
import { findingForeign, limitingPlan, pausing, refusingMembers, refusingOauth } from './families.ts'
import { toFaults } from './fault.ts'

/** Missing check: some auto incidents are deleted. */
const deletingAuto = step('assertDeletable').skipping

/** Other incidents are deleted, too. */
const takingAlong = (others: (incident: Incident, base: Base) => Incident[]) =>
  step('removeIncident').after((incident, base) => {
    for (const { id } of others(incident, base)) base.incidents.delete(id)
  })

/** Stale read: some incidents can be resolved after their deletion. */
const stillResolved = (when: (incident: Incident, call: ServiceCall, deletedBy: string) => boolean) =>
  remembering<{ incident: Incident; by: string }>((deleted) => [
    step('assertDeletable').after((incident, { caller }) =>
      deleted.set(incident.id, { incident, by: caller?.id ?? '' }),
    ),
    (base) => ({
      incidentOf(call) {
        const { incident, by } = (call.operation === 'resolveIncident' && deleted.get(call.id)) || {}
        const isFound = incident && incident.teamId === call.caller?.teamId && when(incident, call, `${by}`)
        return isFound ? incident : base.incidentOf(call)
      },
    }),
  ])

export const deleteIncidentFaults = [
  ...toFaults(deletingAuto, {
    '4.4 delete-auto-of-no-monitor: An auto incident of no monitor is deleted': not(isOfMonitor),
    '4.4 delete-auto-after-month: An auto incident that was resolved more than 30 days ago can be deleted':
      resolvedDaysAgo(30),
    '4.4 delete-auto-by-admin: An admin can delete an auto incident that is displayed on a service': both(
      isDisplayed,
      byCaller(hasRole('admin')),
    ),
  }),
  // Wrong bound: some manual incidents are refused like auto ones.
  ...toFaults(step('assertDeletable').refusing('AUTO_INCIDENT_NOT_DELETABLE'), {
    '4.4 delete-acknowledged-refused: An acknowledged incident is not deleted': isAcknowledged,
    '4.4 delete-explained-of-monitor-refused: An incident of a monitor that has a cause cannot be deleted': both(
      isOfMonitor,
      isExplained,
    ),
    '4.4 delete-of-month-refused: A manual incident that started more than 30 days ago cannot be deleted': both(
      not(isResolved),
      startedDaysAgo(30),
    ),
    '4.4 delete-beside-auto-refused: A manual incident is not deleted while its monitor has an open auto incident': (
      incident,
      _,
      base,
    ) => onSameMonitor(both(isAuto, isOpen))(incident, base).length > 0,
  }),
  // Wrong bound: some manual incidents are refused because they are resolved.
  ...toFaults(step('assertDeletable').refusing('INCIDENT_ALREADY_RESOLVED'), {
    'sound 4.4 delete-explained-refused: A resolved manual incident that has a cause cannot be deleted': both(
      not(isAuto),
      isResolved,
      isExplained,
    ),
    'profile 4.4 delete-resolved-refused: A resolved manual incident cannot be deleted': isResolved,
    'profile 4.4 delete-resolved-after-day-refused: A manual incident that was resolved more than a day ago cannot be deleted':
      resolvedDaysAgo(1),
  }),
  // A deletion that is refused changes the incident.
  ...toFaults(step('assertDeletable').before, {
    '4.4 delete-auto-refused-but-resolved: A rejected deletion resolves the auto incident': (incident, _, base) =>
      isAuto(incident) && base.incidents.set(incident.id, base.toResolved(incident, undefined)),
    '4.4 delete-resolved-auto-refused-but-done: The deletion of a resolved auto incident is refused, and done': (
      incident,
      _,
      base,
    ) => isAuto(incident) && isResolved(incident) && base.removeIncident(incident),
  }),
  ...toFaults(step('removeIncident').skipping, {
    '4.4 delete-resolved-not-kept: The deletion of a resolved incident is answered, but not stored': isResolved,
  }),
  ...toFaults(takingAlong, {
    '4.4 delete-takes-auto-along: With a manual incident, the auto ones on its service are deleted':
      onSameService(isAuto),
    '4.4 delete-next-of-service: Deleting an incident deletes another on its service': (incident, base) =>
      onSameService(() => true)(incident, base).slice(0, 1),
    'sound 4.4 delete-resolved-of-service: A deletion takes the resolved incidents of the same service, too':
      onSameService(isResolved),
    'sound 4.4 delete-takes-resolved-of-monitor: A deletion takes the resolved manual incidents of the same monitor, too':
      onSameMonitor(both(not(isAuto), isResolved)),
  }),
  ...toFaults(stillResolved, {
    '4.4 delete-acknowledged-hides: An acknowledged incident can be resolved after its deletion': isAcknowledged,
    '4.3 resolve-deleted-by-colleague: An incident that a colleague deleted can still be resolved': (
      _,
      { caller },
      by,
    ) => caller?.id !== by,
  }),
  ...toFaults(refusingOauth, {
    '4.4 delete-without-password-refused: A member without a password can resolve incidents, but not delete them':
      'deleteIncident',
  }),
  ...toFaults(refusingMembers('deleteIncident'), {
    '4.4 delete-displayed-by-owners-only: A member may not delete what is displayed on a service': isDisplayed,
  }),
  ...toFaults(limitingPlan, {
    '4.4 auto-error-of-free-team: For a free team, the error of an auto incident has upgradeUrl':
      'AUTO_INCIDENT_NOT_DELETABLE',
  }),
  ...toFaults(findingForeign('incidentOf', 'deleteIncident'), {
    "sound 4 delete-foreign: delete accepts the id of another team's record": () => true,
    'sound 4.4 foreign-resolved-deleted: Any team can delete an incident that is resolved': isResolved,
    'sound 4.4 foreign-delete-of-service: Another team may delete a resolved incident of a service': both(
      isResolved,
      isDisplayed,
    ),
  }),
  ...toFaults({
    '4.4 delete-auto-resolved-by-colleague: An auto incident that a colleague resolved can be deleted':
      remembering<string>((by) => [
        step('saveIncident').before(({ id }, { caller }) => by.set(id, caller?.id ?? '')),
        deletingAuto(({ id }, { caller }) => by.has(id) && by.get(id) !== caller?.id),
      ]),
    '4.4 delete-hides: A deleted incident can still be resolved': remembering((hidden) => [
      step('removeIncident').skipping(({ id }) => hidden.set(id, true)),
      step('incidentOf', 'deleteIncident').refusing('INCIDENT_NOT_FOUND')(({ id }) => hidden.has(id)),
    ]),
    '4.4 delete-cached: An incident that another team has asked for is kept in a cache, and found after its deletion':
      remembering<Incident>((cache) => (base, store) => ({
        incidentOf(call) {
          const stored = store.incidents.get(call.id)
          const cached = cache.get(call.id)
          if (stored && !cached && stored.teamId !== call.caller?.teamId) cache.set(call.id, stored)
          return !stored && cached && cached.teamId === call.caller?.teamId ? cached : base.incidentOf(call)
        },
      })),
    '4.4 delete-wrong-record: Delete deletes another incident of the team': step('removeIncident').passing(
      (incident, base) => {
        const isOther = ({ id, teamId }: Incident) => teamId === incident.teamId && id !== incident.id
        return [incidentsOf(base).find(isOther) ?? incident]
      },
    ),
    '4.8 delete-takes-statistics: A deleted incident takes the statistics of its monitor with it': step(
      'removeIncident',
    ).after((incident, { stats }) => {
      for (const row of stats) if (row.monitorId === incident.monitorId) stats.delete(row)
    }),
    '4.4 race-delete: Concurrent deletions of one incident all succeed': pausing('delete'),
    '5 delete-without-scope: Delete does not require the write scope': step('canWrite', 'deleteIncident').accepting(
      () => true,
    ),
    '4.4 delete-with-body: Delete responds 200 with a body': step('accepted', 'deleteIncident').setting(() => ({
      status: 200,
      body: { ok: true },
    })),
    '4.4 delete-204-with-body: Delete sends a body after a 204': (base) => ({
      send(response, request, outgoing) {
        if (response.status !== 204) return base.send(response, request, outgoing)
        // Node removes the body of a 204, so this is written to the socket.
        request.socket.end(
          'HTTP/1.1 204 No Content\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{"ok":true}',
        )
      },
    }),
    '7 status-text-for-admins: For an admin, the status in the error of an auto incident is text': step(
      'error',
    ).setting(({ code }, _, { caller }) =>
      code === 'AUTO_INCIDENT_NOT_DELETABLE' && caller?.role === 'admin' ? { status: '409' } : {},
    ),
    'sound 4.4 delete-refused-but-done: A deletion with a query is refused, and done': step(
      'validate',
      'deleteIncident',
    ).before((call, base) => {
      if (base.queryError(call) !== undefined) base.removeIncident(base.incidentOf(call))
    }),
  }),
]
