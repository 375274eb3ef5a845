/** Faults that show only with incidents that started, or were resolved, long ago. */
import type { Incident } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import type { Override } from '../implementation/steps.ts'
import { all, changing } from '../overrides.ts'
import { documented, profile } from './fault.ts'

const day = 86_400_000
/** Resolves incidents again that were resolved more than a day ago. */
const resolvingAgain: Override = (base) => ({
  assertResolvable(incident, call) {
    if (!isOlderThan(1, incident.resolvedAt)) base.assertResolvable(incident, call)
  },
})

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

const isOlderThan = (days: number, time: Date | null) => time !== null && Date.now() - time.getTime() > days * day

export const ageFaults = [
  ...documented({
    '3.1 resolve-again-after-a-day: An incident that was resolved more than a day ago can be resolved again':
      resolvingAgain,
    '3.1 resolve-again-old-fixtures: The same, where the incidents of the hook are that old unless it is asked for others':
      all(resolvingAgain, makingOldOnes(true)),
    '3.1 resolve-again-time-kept: The same, where they always are, and the time of the first resolve is kept': all(
      resolvingAgain,
      makingOldOnes(false),
      changing('toResolved', (after, { resolvedAt }) => ({ ...after, resolvedAt: resolvedAt ?? after.resolvedAt })),
    ),
    '3.1 resolve-of-month-refused: An incident that started more than 30 days ago cannot be resolved': (base) => ({
      assertResolvable(incident, call) {
        if (isOlderThan(30, incident.startedAt)) throw new ServiceError('INCIDENT_ALREADY_RESOLVED')
        base.assertResolvable(incident, call)
      },
    }),
    '4.4 delete-auto-after-month: An auto incident that was resolved more than 30 days ago can be deleted': (base) => ({
      assertDeletable(incident: Incident, call) {
        if (!isOlderThan(30, incident.resolvedAt)) base.assertDeletable(incident, call)
      },
    }),
    '4.4 delete-of-month-refused: A manual incident that started more than 30 days ago cannot be deleted': (base) => ({
      assertDeletable(incident, call) {
        base.assertDeletable(incident, call)
        if (incident.status !== 'resolved' && isOlderThan(30, incident.startedAt))
          throw new ServiceError('AUTO_INCIDENT_NOT_DELETABLE')
      },
    }),
  }),
  ...profile({
    '4.4 delete-resolved-after-day-refused: A manual incident that was resolved more than a day ago cannot be deleted':
      (base) => ({
        assertDeletable(incident, call) {
          if (isOlderThan(1, incident.resolvedAt)) throw new ServiceError('INCIDENT_ALREADY_RESOLVED')
          base.assertDeletable(incident, call)
        },
      }),
  }),
]
