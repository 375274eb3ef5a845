/** Faults in deleting incidents. */
import type { Incident } from '../implementation/memory-store.ts'
import type { ServiceCall, Steps } from '../implementation/steps.ts'
import { all, family, recall, step } from '../overrides.ts'
import {
  both,
  byCaller,
  hasRole,
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
  otherOfTeam,
  resolvedDaysAgo,
  startedDaysAgo,
} from '../records.ts'
import {
  findingForeign,
  isResolvedByOther,
  limitingPlan,
  notingResolver,
  pausing,
  refusingMembers,
  refusingOauth,
} from './families.ts'
import { toFaults } from './fault.ts'

/** Missing check: some auto incidents are deleted. */
const deletingAuto = step('assertDeletable').skipping

/** Other incidents are deleted, too. */
const takingAlong = (others: (incident: Incident, base: Steps) => Incident[]) =>
  step('removeIncident').after((incident, base) => {
    for (const { id } of others(incident, base)) base.incidents.delete(id)
  })

/** Stale read: some incidents can be resolved after their deletion. */
const stillResolved = (when: (incident: Incident, call: ServiceCall, deletedBy: string) => boolean) =>
  all(
    step('assertDeletable').after((incident, { caller }, { notes }) =>
      notes.set(incident.id, { incident, by: caller?.id }),
    ),
    step('incidentOf', 'resolveIncident').around((find, call, base) => {
      const { incident, by = '' } = recall<{ incident: Incident; by: string }>(base, call.id) ?? {}
      return incident && incident.teamId === call.caller?.teamId && when(incident, call, by) ? incident : find()
    }),
  )

export const deleteIncidentFaults = toFaults({
  ...family(deletingAuto, {
    '4.4 delete-auto-of-no-monitor': not(isOfMonitor),
    '4.4 delete-auto-after-month': resolvedDaysAgo(30),
    '4.4 delete-auto-by-admin': both(isDisplayed, byCaller(hasRole('admin'))),
  }),
  // Wrong bound: some manual incidents are refused like auto ones.
  ...family(step('assertDeletable').refusing('AUTO_INCIDENT_NOT_DELETABLE'), {
    '4.4 delete-acknowledged-refused': isAcknowledged,
    '4.4 delete-explained-of-monitor-refused': both(isOfMonitor, isExplained),
    '4.4 delete-of-month-refused': both(not(isResolved), startedDaysAgo(30)),
    '4.4 delete-beside-auto-refused': (incident, _, base) =>
      onSameMonitor(both(isAuto, isOpen))(incident, base).length > 0,
  }),
  // Wrong bound: some manual incidents are refused because they are resolved.
  ...family(step('assertDeletable').refusing('INCIDENT_ALREADY_RESOLVED'), {
    'sound 4.4 delete-explained-refused': both(not(isAuto), isResolved, isExplained),
    'profile 4.4 delete-resolved-refused': isResolved,
    'profile 4.4 delete-resolved-after-day-refused': resolvedDaysAgo(1),
  }),
  // A deletion that is refused changes the incident.
  ...family(step('assertDeletable').before, {
    '4.4 delete-auto-refused-but-resolved': (incident, _, base) =>
      isAuto(incident) && base.incidents.set(incident.id, base.toResolved(incident, undefined)),
    '4.4 delete-auto-refused-but-cause-cleared': (incident, _, base) =>
      isAuto(incident) && base.incidents.set(incident.id, { ...incident, cause: null }),
    '4.4 delete-resolved-auto-refused-but-done': (incident, _, base) =>
      isAuto(incident) && isResolved(incident) && base.removeIncident(incident),
  }),
  ...family(step('removeIncident').skipping, { '4.4 delete-resolved-not-kept': isResolved }),
  ...family(takingAlong, {
    '4.4 delete-takes-auto-along': onSameService(isAuto),
    '4.4 delete-next-of-service': (incident, base) => onSameService(() => true)(incident, base).slice(0, 1),
    'sound 4.4 delete-resolved-of-service': onSameService(isResolved),
    'sound 4.4 delete-takes-resolved-of-monitor': onSameMonitor(both(not(isAuto), isResolved)),
  }),
  ...family(stillResolved, {
    '4.4 delete-acknowledged-hides': isAcknowledged,
    '4.3 resolve-deleted-by-colleague': (_, { caller }, by) => caller?.id !== by,
  }),
  ...family(refusingOauth, { '4.4 delete-without-password-refused': 'deleteIncident' }),
  ...family(refusingMembers('deleteIncident'), { '4.4 delete-displayed-by-owners-only': isDisplayed }),
  ...family(limitingPlan, { '4.4 auto-error-of-free-team': 'AUTO_INCIDENT_NOT_DELETABLE' }),
  ...family(findingForeign('incidentOf', 'deleteIncident'), {
    'sound 4 delete-foreign': () => true,
    'sound 4.4 foreign-resolved-deleted': isResolved,
    'sound 4.4 foreign-delete-of-service': both(isResolved, isDisplayed),
  }),
  '4.4 delete-auto-resolved-by-colleague': all(notingResolver, deletingAuto(isResolvedByOther)),
  '4.4 delete-hides': all(
    step('removeIncident').skipping(({ id }, { notes }) => notes.set(id, 'hidden')),
    step('incidentOf', 'deleteIncident').refusing('INCIDENT_NOT_FOUND')(({ id }, { notes }) => notes.has(id)),
  ),
  '4.4 delete-cached': step('incidentOf').around((find, { id, caller }, base) => {
    const [stored, cached] = [base.incidents.get(id), recall<Incident>(base, id)]
    if (stored && !cached && stored.teamId !== caller?.teamId) base.notes.set(id, stored)
    return !stored && cached && cached.teamId === caller?.teamId ? cached : find()
  }),
  '4.4 delete-wrong-record': step('removeIncident').passing((incident, base) => [otherOfTeam(incident, base)]),
  '4.4 delete-unlinks-monitors': step('removeIncident').after(({ serviceId = '' }, { services }) =>
    Object.assign(services.get(serviceId) ?? {}, { monitors: [] }),
  ),
  '4.8 delete-takes-statistics': step('removeIncident').after((incident, { stats }) => {
    for (const row of stats) if (row.monitorId === incident.monitorId) stats.delete(row)
  }),
  '4.4 race-delete': pausing('deleteIncident'),
  '5 delete-without-scope': step('canWrite', 'deleteIncident').accepting(() => true),
  '4.4 delete-with-body': step('accepted', 'deleteIncident').setting({ status: 200, body: { ok: true } }),
  '4.4 delete-204-with-body': step('send').around((send, { status }, { socket }) => {
    const bodied = 'HTTP/1.1 204 No Content\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{"ok":true}'
    // Node removes the body of a 204, so this is written to the socket.
    return status === 204 ? void socket.end(bodied) : send()
  }),
  '7 status-text-for-admins': step('error').setting(({ code }, _, { caller }) =>
    code === 'AUTO_INCIDENT_NOT_DELETABLE' && caller?.role === 'admin' ? { status: '409' } : {},
  ),
  'sound 4.4 delete-refused-but-done': step('validate', 'deleteIncident').before((call, base) => {
    if (base.queryError(call) !== undefined) base.removeIncident(base.incidentOf(call))
  }),
})
