/** Faults in who may resolve which incident, and in what happens beside the resolve. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Incident } from '../implementation/memory-store.ts'
import type { ServiceCall } from '../implementation/steps.ts'
import { all, family, step } from '../overrides.ts'
import {
  both,
  day,
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
  isResolvedByOther,
  limitingPlan,
  notingResolver,
  pause,
  pausing,
  refusingMembers,
  refusingOauth,
} from './families.ts'
import { toFaults } from './fault.ts'

/** Missing check: some resolved incidents can be resolved again. */
const resolvingAgain = step('assertResolvable').skipping

/** The hook makes incidents that are three days old. */
const makingOldOnes = (canMakeOthers: boolean) =>
  step('makeRecord').passing((kind, fields) => {
    const old = new Date(Date.now() - 3 * day).toISOString()
    const times = { startedAt: old, resolvedAt: old }
    return [kind, kind !== 'incident' ? fields : canMakeOthers ? { ...times, ...fields } : { ...fields, ...times }]
  })

/** A pause in which the incident counts as resolved, and can be deleted. */
const resurrecting = all(
  step('transition', 'resolveIncident').around(async (_, check, write, __, base) => {
    const checked = check()
    const incident = checked as Incident
    base.incidents.set(incident.id, { ...incident, status: 'resolving' })
    await wait(pause)
    return write(checked)
  }),
  step('assertResolvable').refusing('INCIDENT_ALREADY_RESOLVED')(({ status }) => status === 'resolving'),
)

const hangingUp = all(
  step('accepted', 'resolveIncident').setting({ status: 0 }),
  step('send').around((send, { status }, { socket }) => (status === 0 ? void socket.destroy() : send())),
)

const unexplainedBeside = onSameService(both(not(isResolved), not(isExplained)))

/** A refused resolve is written all the same. */
const writingRefused = (change: (call: ServiceCall) => Partial<Incident>) =>
  step('assertResolvable').before(
    (incident, call, base) => isResolved(incident) && base.incidents.set(incident.id, { ...incident, ...change(call) }),
  )

export const resolveFaults = toFaults({
  ...family(writingRefused, {
    '3.1 resolve-refused-but-cause-stored': ({ body }) => ({ cause: String(body?.cause ?? '') }),
    '3.1 resolve-refused-but-time-moved': () => ({ resolvedAt: new Date() }),
  }),
  ...family(resolvingAgain, {
    '3.1 resolve-twice-with-cause': (_, { body }) => body?.cause !== undefined,
    '3.1 resolve-twice-auto': isAuto,
    '3.1 resolve-again-after-a-day': resolvedDaysAgo(1),
  }),
  // Wrong bound: some open incidents count as resolved.
  ...family(step('assertResolvable').refusing('INCIDENT_ALREADY_RESOLVED'), {
    '3.1 resolve-only-open': not(isOpen),
    '3.1 resolve-of-month-refused': startedDaysAgo(30),
  }),
  ...family(grantingScope(), {
    '4.3 reader-resolves-acknowledged': isAcknowledged,
    '4.3 reader-writes-displayed': isDisplayed,
  }),
  ...family(grantingScope('resolveIncident'), { '4.3 viewer-resolves-auto': isAuto }),
  ...family(refusingMembers('resolveIncident'), {
    '3.1 resolve-auto-by-owners-only': isAuto,
    '3.1 resolve-displayed-by-owners-only': isDisplayed,
  }),
  ...family(refusingOauth, { '4.3 resolve-without-password-refused': 'resolveIncident' }),
  ...family(findingForeign('incidentOf', 'resolveIncident'), {
    'sound 4 resolve-foreign': () => true,
    'sound 4.3 foreign-acknowledged-resolved': isAcknowledged,
  }),
  // Lost write: the resolve is answered, but not stored.
  ...family(step('saveIncident').skipping, {
    '3.1 resolve-auto-not-kept': isAuto,
    '3.1 resolve-without-cause-not-kept': not(isExplained),
    '3.1 resolve-displayed-not-kept': isDisplayed,
    '3.1 resolve-same-cause-not-kept': ({ id, cause }, { body }, { incidents }) =>
      body?.cause !== undefined && cause === incidents.get(id)?.cause,
  }),
  // Other records change with the incident.
  ...family(step('saveIncident').after, {
    '3.1 resolve-all-of-service': (incident, call, base) => {
      for (const other of onSameService(isOpen)(incident, base))
        base.saveIncident(base.toResolved(other, undefined), call)
    },
    'sound 3.1 cause-of-service': (incident, { body }, base) => {
      const others = body?.cause === undefined ? [] : unexplainedBeside(incident, base)
      for (const other of others) base.incidents.set(other.id, { ...other, cause: incident.cause })
    },
  }),
  ...family(crashing, {
    '4.3 resolve-crash-on-cause-over-1000': ({ body }) => String(body?.cause ?? '').length > 1000,
    '4.3 resolve-crash-on-parameter': ({ body }) => /(?:^|\s):[a-z]/i.test(String(body?.cause)),
    '4.3 cause-nul-crash': ({ body }) => String(body?.cause).includes('\0'),
  }),
  ...family(step('incidentOf').refusing('INTERNAL_ERROR'), {
    '4.3 incident-id-nul-crash': ({ id }) => id.includes('\0'),
    '4.3 id-of-object': ({ id }) => id in {},
  }),
  ...family(limitingPlan, { '4.3 resolved-error-of-free-team': 'INCIDENT_ALREADY_RESOLVED' }),
  '3.1 resolve-again-old-fixtures': all(resolvingAgain(resolvedDaysAgo(1)), makingOldOnes(true)),
  '3.1 resolve-again-time-kept': all(
    resolvingAgain(resolvedDaysAgo(1)),
    makingOldOnes(false),
    step('toResolved').setting((after, { resolvedAt }) => ({ resolvedAt: resolvedAt ?? after.resolvedAt })),
  ),
  '3.1 resolve-again-by-another': all(notingResolver, resolvingAgain(isResolvedByOther)),
  '4.3 incident-takes-monitor-id': step('incidentOf').around((find, { id, caller }, base) => {
    const other = base.monitors.has(id) && incidentsOf(base).find(({ teamId }) => teamId === caller?.teamId)
    return other ? { ...other, status: 'open' } : find()
  }),
  '4.3 resolve-wants-cause': step('bodyError', 'resolveIncident').changing((error, { body }) =>
    body?.cause === undefined ? 'body.cause is required' : error,
  ),
  '3.1 race-resolve': pausing('resolveIncident'),
  '3.1 resolve-auto-races': pausing('resolveIncident', isAuto),
  '4.4 race-resolve-resurrects': resurrecting,
  '4.3 hang-up-resolveIncident': hangingUp,
  'sound 4.3 team-by-header': step('incidentOf').passing((call) => {
    const { 'x-team-id': teamId } = call.headers
    return [call.caller && teamId ? { ...call, caller: { ...call.caller, teamId: String(teamId) } } : call]
  }),
  'sound 4.3 resolve-after-refusal': all(
    step('assertDeletable').before(({ id }, _, { notes }) => notes.set(id, 'refused')),
    findingForeign('incidentOf', 'resolveIncident')(({ id }, _, { notes }) => notes.has(id)),
  ),
  'sound 4.3 resolve-header-of-addresses': step('responseHeaders', 'resolveIncident').setting((_, { caller }, base) => {
    const team = usersOf(base).filter(({ teamId }) => teamId === caller?.teamId)
    return { 'X-Notified': team.map(({ email }) => email).join(', ') }
  }),
  'sound 4.3 resolve-shows-password': step('accepted', 'resolveIncident').passing((body, { caller }) => {
    if (!caller || caller.role === 'owner') return [body]
    const resolvedBy = { id: caller.id, proof: caller.password }
    return [{ ...body, incident: { ...(body?.incident as object), resolvedBy } }]
  }),
  'profile 4.3 foreign-resolved-conflict': step('incidentOf', 'resolveIncident').refusing('INCIDENT_ALREADY_RESOLVED')(
    ({ id, caller }, { incidents }) => {
      const found = incidents.get(id)
      return found && isResolved(found) && found.teamId !== caller?.teamId
    },
  ),
  'profile 4.3 status-resolveIncident-202': ({ statuses }) => ({ statuses: { ...statuses, resolveIncident: 202 } }),
})
