/** Faults in who may resolve which incident, and in what happens beside the resolve. */

import { setTimeout as wait } from 'node:timers/promises'
import { day } from '../../verdict/days.ts'
import type { Incident } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import type { Override } from '../implementation/steps.ts'
import { all, remembering, step } from '../overrides.ts'
import {
  both,
  incidentsOf,
  isAcknowledged,
  isAuto,
  isDisplayed,
  isExplained,
  isOpen,
  isResolved,
  not,
  onSameService,
  resolvedDaysAgo,
  startedDaysAgo,
  usersOf,
} from '../records.ts'
import {
  crashing,
  findingForeign,
  grantingScope,
  limitingPlan,
  pause,
  pausing,
  refusingMembers,
  refusingOauth,
} from './families.ts'
import { toFaults } from './fault.ts'

/** Missing check: some resolved incidents can be resolved again. */
const resolvingAgain = step('assertResolvable').skipping

/** The hook makes incidents that are three days old. */
const makingOldOnes =
  (canMakeOthers: boolean): Override =>
  (base) => ({
    records: {
      ...base.records,
      incident({ startedAt, resolvedAt, ...fields }) {
        const old = new Date(Date.now() - 3 * day).toISOString()
        const times = { startedAt: startedAt ?? old, resolvedAt: resolvedAt ?? old }
        return base.records.incident?.({ ...fields, ...(canMakeOthers ? times : { startedAt: old, resolvedAt: old }) })
      },
    },
  })

/** A pause in which the incident counts as resolved, and can be deleted. */
const resurrecting: Override = (base, store) => ({
  async transition(which, check, write) {
    if (which !== 'resolve') return base.transition(which, check, write)
    const checked = check()
    const incident = checked as Incident
    store.incidents.set(incident.id, { ...incident, status: 'resolving' })
    await wait(pause)
    return write(checked)
  },
  assertResolvable(incident, call) {
    if (incident.status === 'resolving') throw new ServiceError('INCIDENT_ALREADY_RESOLVED')
    base.assertResolvable(incident, call)
  },
})

const hangingUp: Override = (base) => ({
  accepted: (body, call) => ({
    ...base.accepted(body, call),
    ...(call.operation === 'resolveIncident' && { status: 0 }),
  }),
  send(response, request, outgoing) {
    if (response.status !== 0) return base.send(response, request, outgoing)
    request.socket.destroy()
  },
})

const unexplainedBeside = onSameService(both(not(isResolved), not(isExplained)))

export const resolveFaults = [
  ...toFaults(resolvingAgain, {
    '3.1 resolve-twice-with-cause: A second resolve succeeds if it has a cause': (_, { body }) =>
      body?.cause !== undefined,
    '3.1 resolve-twice-auto: A resolved auto incident can be resolved again': isAuto,
    '3.1 resolve-again-after-a-day: An incident that was resolved more than a day ago can be resolved again':
      resolvedDaysAgo(1),
  }),
  // Wrong bound: some open incidents count as resolved.
  ...toFaults(step('assertResolvable').refusing('INCIDENT_ALREADY_RESOLVED'), {
    '3.1 resolve-only-open: An incident that is acknowledged counts as resolved': not(isOpen),
    '3.1 resolve-of-month-refused: An incident that started more than 30 days ago cannot be resolved':
      startedDaysAgo(30),
  }),
  ...toFaults(grantingScope(), {
    '4.3 reader-resolves-acknowledged: A reader can resolve an acknowledged incident': isAcknowledged,
    '4.3 reader-writes-displayed: A reader can resolve and delete incidents that are displayed on a service':
      isDisplayed,
  }),
  ...toFaults(grantingScope('resolveIncident'), {
    '4.3 viewer-resolves-auto: Viewers may resolve auto incidents': isAuto,
  }),
  ...toFaults(refusingMembers('resolveIncident'), {
    '3.1 resolve-auto-by-owners-only: A member may resolve manual incidents only': isAuto,
    '3.1 resolve-displayed-by-owners-only: A member may not resolve what is displayed on a service': isDisplayed,
  }),
  ...toFaults(refusingOauth, {
    '4.3 resolve-without-password-refused: A member without a password can delete incidents, but not resolve them':
      'resolveIncident',
  }),
  ...toFaults(findingForeign('incidentOf', 'resolveIncident'), {
    "sound 4 resolve-foreign: resolve accepts the id of another team's record": () => true,
    'sound 4.3 foreign-acknowledged-resolved: Any team can resolve an incident that is acknowledged': isAcknowledged,
  }),
  // Lost write: the resolve is answered, but not stored.
  ...toFaults(step('saveIncident').skipping, {
    '3.1 resolve-auto-not-kept: The resolve of an auto incident is answered, but not stored': isAuto,
    '3.1 resolve-without-cause-not-kept: A resolve without a cause is answered, but not stored': not(isExplained),
    '3.1 resolve-displayed-not-kept: The resolve of a displayed incident is answered, but not stored': isDisplayed,
    '3.1 resolve-same-cause-not-kept: A resolve with the cause that is stored is answered, but not stored': (
      { id, cause },
      { body },
      { incidents },
    ) => body?.cause !== undefined && cause === incidents.get(id)?.cause,
  }),
  // Other records change with the incident.
  ...toFaults(step('saveIncident').after, {
    '3.1 resolve-all-of-service: Resolving an incident resolves the others on its service': (incident, call, base) => {
      for (const other of onSameService(isOpen)(incident, base))
        base.saveIncident(base.toResolved(other, undefined), call)
    },
    'sound 3.1 cause-of-service: The cause becomes that of the other open incidents of the service': (
      incident,
      { body },
      base,
    ) => {
      const others = body?.cause === undefined ? [] : unexplainedBeside(incident, base)
      for (const other of others) base.incidents.set(other.id, { ...other, cause: incident.cause })
    },
  }),
  ...toFaults(crashing, {
    '4.3 resolve-crash-on-cause-over-1000: A cause of more than 1000 characters responds 500': ({ body }) =>
      String(body?.cause ?? '').length > 1000,
    '4.3 cause-nul-crash: A cause with NUL responds 500': ({ body }) => String(body?.cause).includes('\0'),
  }),
  ...toFaults(step('incidentOf').refusing('INTERNAL_ERROR'), {
    '4.3 incident-id-nul-crash: An incident id with NUL responds 500': ({ id }) => id.includes('\0'),
    '4.3 id-of-object: The name of a property of every JavaScript object as an id responds 500': ({ id }) => id in {},
  }),
  ...toFaults(limitingPlan, {
    '4.3 resolved-error-of-free-team: For a free team, the error of a resolved incident has upgradeUrl':
      'INCIDENT_ALREADY_RESOLVED',
  }),
  ...toFaults({
    '3.1 resolve-again-old-fixtures: The same, where the incidents of the hook are that old unless it is asked for others':
      all(resolvingAgain(resolvedDaysAgo(1)), makingOldOnes(true)),
    '3.1 resolve-again-time-kept: The same, where they always are, and the time of the first resolve is kept': all(
      resolvingAgain(resolvedDaysAgo(1)),
      makingOldOnes(false),
      step('toResolved').setting((after, { resolvedAt }) => ({ resolvedAt: resolvedAt ?? after.resolvedAt })),
    ),
    '3.1 resolve-again-by-another: A member can resolve what another one has resolved': remembering<string>((by) => [
      resolvingAgain(({ id }, { caller }) => by.has(id) && by.get(id) !== caller?.id),
      step('saveIncident').after(({ id }, { caller }) => by.set(id, caller?.id ?? '')),
    ]),
    '4.3 incident-takes-monitor-id: Resolve accepts the id of a monitor': (base, store) => ({
      incidentOf(call) {
        const isOfTeam = ({ teamId }: Incident) => teamId === call.caller?.teamId
        const other = store.monitors.has(call.id) && incidentsOf(store).find(isOfTeam)
        return other ? { ...other, status: 'open' } : base.incidentOf(call)
      },
    }),
    '4.3 resolve-wants-cause: Resolve requires the optional body': step('bodyError', 'resolveIncident').changing(
      (error, { body }) => (body?.cause === undefined ? 'body.cause is required' : error),
    ),
    '3.1 race-resolve: Concurrent resolves of one incident all succeed': pausing('resolve'),
    '3.1 resolve-auto-races: Simultaneous resolves of an auto incident all succeed': pausing('resolve', isAuto),
    '4.4 race-resolve-resurrects: A resolve that overlaps a deletion restores the incident': resurrecting,
    '4.3 hang-up-resolveIncident: Resolve closes the connection instead of responding': hangingUp,
    'sound 4.3 team-by-header: A header names the team of the caller': step('incidentOf').passing((call) => {
      const { 'x-team-id': teamId } = call.headers
      return [call.caller && teamId ? { ...call, caller: { ...call.caller, teamId: String(teamId) } } : call]
    }),
    'sound 4.3 resolve-after-refusal: After a refused deletion, another team can resolve the incident': remembering(
      (known) => [
        step('assertDeletable').before(({ id }) => known.set(id, true)),
        findingForeign('incidentOf', 'resolveIncident')(({ id }) => known.has(id)),
      ],
    ),
    'sound 4.3 resolve-header-of-addresses: A header of the resolve lists the addresses of the team': step(
      'responseHeaders',
      'resolveIncident',
    ).setting((_, { caller }, base) => {
      const team = usersOf(base).filter(({ teamId }) => teamId === caller?.teamId)
      return { 'X-Notified': team.map(({ email }) => email).join(', ') }
    }),
    'sound 4.3 resolve-shows-password: The resolve of a member shows the password of the member': step(
      'accepted',
      'resolveIncident',
    ).passing((body, { caller }) => {
      if (!caller || caller.role === 'owner') return [body]
      const resolvedBy = { id: caller.id, proof: caller.password }
      return [{ ...body, incident: { ...(body?.incident as object), resolvedBy } }]
    }),
    'profile 4.3 foreign-resolved-conflict: A resolved incident of another team is a conflict': step(
      'incidentOf',
      'resolveIncident',
    ).refusing('INCIDENT_ALREADY_RESOLVED')(({ id, caller }, { incidents }) => {
      const found = incidents.get(id)
      return found && isResolved(found) && found.teamId !== caller?.teamId
    }),
    'profile 4.3 status-resolveIncident-202: resolveIncident succeeds with 202': ({ statuses }) => ({
      statuses: { ...statuses, resolveIncident: 202 },
    }),
  }),
]
