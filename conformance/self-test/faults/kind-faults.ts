/** Faults that show only in incidents of some kind, or in statistics of some days or callers. */
import type { Incident, Store } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import type { Override, ServiceCall } from '../implementation/steps.ts'
import { changing } from '../old-overrides.ts'
import { documented, sound } from './fault.ts'

/** Changes the incident as it is stored and shown after a resolve. */
const resolving = (change: (after: Incident, before: Incident) => Incident): Override =>
  changing('toResolved', (after, before) => change(after, before))

const storingCause = (change: (cause: string, incident: Incident) => string | null): Override =>
  changing('toResolved', (after, _, cause) =>
    cause === undefined ? after : { ...after, cause: change(String(cause), after) },
  )

/** Grants the write scope to all members for some calls. */
const writing =
  (isWritable: (incident: Incident) => boolean): Override =>
  (base, store) => ({
    canWrite(user, call) {
      const incident = store.incidents.get(call.id)
      return base.canWrite(user, call) || (incident !== undefined && isWritable(incident))
    },
  })

const withoutScope = (operation: ServiceCall['operation']): Override =>
  changing(
    'canWrite',
    (canWrite, { password }, call) => canWrite && (password !== undefined || call.operation !== operation),
  )

/** Treats the team as one on the free plan for some calls. */
const asFree =
  (isFree: (call: ServiceCall) => boolean): Override =>
  (base) => ({
    assertResettable: (team, call) => base.assertResettable(isFree(call) ? { ...team, plan: 'free' } : team, call),
  })

const othersOf = ({ id }: Incident, { incidents }: Store) => [...incidents.values()].filter((other) => other.id !== id)

export const kindFaults = [
  ...documented({
    '3.1 cause-null-word: A cause that is the word null is stored as none': storingCause((cause) =>
      cause === 'null' ? null : cause,
    ),
    '3.1 cause-cut-at-256: A cause of 256 to 300 characters loses the last one': storingCause((cause) =>
      cause.length >= 256 && cause.length <= 300 ? cause.slice(0, -1) : cause,
    ),
    '3.1 cause-of-auto-kept: An auto incident that has a cause keeps it': resolving((after, before) =>
      before.type === 'auto' && before.cause !== null ? { ...after, cause: before.cause } : after,
    ),
    '3.1 resolve-auto-races: Simultaneous resolves of an auto incident all succeed': () => ({
      async transition(name, check, write) {
        const checked = check()
        const isAuto = name === 'resolve' && (checked as Incident).type === 'auto'
        if (isAuto) await new Promise((resolve) => setTimeout(resolve, 15))
        return write(checked)
      },
    }),
    '4.3 resolve-without-password-refused: A member without a password can delete incidents, but not resolve them':
      withoutScope('resolveIncident'),
    '4.4 delete-without-password-refused: A member without a password can resolve incidents, but not delete them':
      withoutScope('deleteIncident'),
    '4.4 delete-auto-by-admin: An admin can delete an auto incident that is displayed on a service': (base) => ({
      assertDeletable(incident, call) {
        const isTrusted = call.caller?.role === 'admin' && incident.serviceId !== undefined
        if (!isTrusted) base.assertDeletable(incident, call)
      },
    }),
    '4.4 delete-explained-of-monitor-refused: An incident of a monitor that has a cause cannot be deleted': (base) => ({
      assertDeletable(incident, call) {
        base.assertDeletable(incident, call)
        if (incident.monitorId !== null && incident.cause !== null)
          throw new ServiceError('AUTO_INCIDENT_NOT_DELETABLE')
      },
    }),
    '4.4 delete-acknowledged-hides: An acknowledged incident can be resolved after its deletion': (base) => {
      const deleted = new Map<string, Incident>()
      return {
        removeIncident(incident) {
          base.removeIncident(incident)
          if (incident.status === 'acknowledged') deleted.set(incident.id, incident)
        },
        incidentOf(call) {
          const incident = call.operation === 'resolveIncident' ? deleted.get(call.id) : undefined
          return incident && incident.teamId === call.caller?.teamId ? incident : base.incidentOf(call)
        },
      }
    },
    '4.4 delete-takes-auto-along: With a manual incident, the auto ones on its service are deleted': (base, store) => ({
      removeIncident(incident) {
        base.removeIncident(incident)
        for (const other of othersOf(incident, store)) {
          const isBeside = other.serviceId !== undefined && other.serviceId === incident.serviceId
          if (isBeside && other.type === 'auto') base.removeIncident(other)
        }
      },
    }),
    '4.3 reader-resolves-acknowledged: A reader can resolve an acknowledged incident': writing(
      ({ status }) => status === 'acknowledged',
    ),
    '4.3 reader-writes-displayed: A reader can resolve and delete incidents that are displayed on a service': writing(
      ({ serviceId }) => serviceId !== undefined,
    ),
    '7 status-text-for-admins: For an admin, the status in the error of an auto incident is text': changing(
      'error',
      (error, _, { caller }) =>
        error.code === 'AUTO_INCIDENT_NOT_DELETABLE' && caller?.role === 'admin' ? { ...error, status: '409' } : error,
    ),
    '4.8 before-far-future: A date after the year 2100 deletes nothing': changing(
      'isInReset',
      (isInReset, _, before) => isInReset && (before === null || before < '2100'),
    ),
    '4.8 before-end-of-year: Before 31 December, the day before stays': changing(
      'isInReset',
      (isInReset, { date }, before) => isInReset && !(before?.endsWith('-12-31') && date.endsWith('-12-30')),
    ),
    '4.8 before-keeps-last-century: With a date, rows before the year 2000 stay': changing(
      'isInReset',
      (isInReset, { date }, before) => isInReset && (before === null || date >= '2000'),
    ),
    '8 highest-plan-before-refused: On the highest plan, the reset of a service before a date is refused': (
      base,
      store,
    ) => ({
      assertResettable(team, call) {
        const isHighest = store.teams.get(team.id)?.plan === 'business'
        const isRefused = isHighest && call.operation === 'resetServiceStats' && call.query.has('before')
        base.assertResettable(isRefused ? { ...team, plan: 'free' } : team, call)
      },
    }),
    '4.7 free-plan-resets-bare-service: On the free plan, the reset of a service without monitors is accepted': (
      base,
      store,
    ) => ({
      assertResettable(team, call) {
        if (store.services.get(call.id)?.monitors.length !== 0) base.assertResettable(team, call)
      },
    }),
    '8 refused-reset-deletes-before: A reset before a date that is refused for the plan deletes': (base, store) => ({
      assertResettable(team, call) {
        const before = call.query.get('before') ?? ''
        for (const row of store.stats) {
          if (team.plan === 'free' && row.monitorId === call.id && row.date < before) store.stats.delete(row)
        }
        base.assertResettable(team, call)
      },
    }),
  }),
  ...sound({
    '2.2 created-when-resolved: For a displayed incident, createdAt becomes the time of the resolve': resolving(
      (after) => (after.serviceId === undefined ? after : { ...after, createdAt: after.resolvedAt ?? after.createdAt }),
    ),
    '3.1 cause-of-auto-escaped: The cause of an auto incident is stored as HTML': storingCause((cause, { type }) =>
      type === 'auto' ? cause.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : cause,
    ),
    '8 plan-by-log-in: A member without a password counts as one on the free plan': asFree(
      ({ caller }) => caller?.role === 'member' && caller.password === undefined,
    ),
    '4.3 resolve-after-refusal: After a refused deletion, another team can resolve the incident': (base, store) => {
      const known = new Set<string>()
      return {
        assertDeletable(incident, call) {
          known.add(incident.id)
          base.assertDeletable(incident, call)
        },
        incidentOf(call) {
          const incident = call.operation === 'resolveIncident' ? store.incidents.get(call.id) : undefined
          return incident && known.has(incident.id) ? incident : base.incidentOf(call)
        },
      }
    },
  }),
]
