/** Faults in resolving and deleting incidents. */
import type { Incident, Store } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import { changing, only, setting } from '../overrides.ts'
import { documented, profile } from './fault.ts'
import { storing } from './sound-faults.ts'

const otherOf = ({ id, teamId }: Incident, { incidents }: Store) =>
  [...incidents.values()].find((other) => other.teamId === teamId && other.id !== id)

export const incidentFaults = [
  ...documented({
    '3.1 resolve-status-closed: The status of a resolved incident is closed': setting('incident', { status: 'closed' }),
    '3.1 resolve-cause-cut: A cause is truncated to ten characters': storing((cause) => cause.slice(0, 10)),
    '3.1 resolve-without-time: Resolve does not set resolvedAt': changing('toResolved', (incident) => ({
      ...incident,
      resolvedAt: null,
    })),
    '3.1 resolve-twice-with-cause: A second resolve succeeds if it has a cause': (base) => ({
      assertResolvable: (incident, call) =>
        call.body?.cause === undefined ? base.assertResolvable(incident, call) : undefined,
    }),
    '3.1 resolve-twice-auto: A resolved auto incident can be resolved again': (base) => ({
      assertResolvable: (incident, call) =>
        incident.type === 'auto' ? undefined : base.assertResolvable(incident, call),
    }),
    '4.3 resolve-wrong-record: Resolve returns another incident of the team': (base, store) => ({
      incident: (incident) => base.incident(otherOf(incident, store) ?? incident),
    }),
    '2.2 resolve-makes-manual: The type of a resolved incident becomes manual': changing('toResolved', (incident) => ({
      ...incident,
      type: 'manual',
    })),
    '2.2 resolve-foreign-team-shown: The teamId of an incident is wrong': changing('incident', (fields, { id }) => ({
      ...fields,
      teamId: id,
    })),
    '4.3 resolve-wants-cause: Resolve requires the optional body': only('resolveIncident', (base) => ({
      bodyError: (call) => (call.body?.cause === undefined ? 'body.cause is required' : base.bodyError(call)),
    })),
    '4.4 delete-auto-refused-but-resolved: A rejected deletion resolves the auto incident': (base, store) => ({
      assertDeletable(incident, call) {
        if (incident.type === 'auto') store.incidents.set(incident.id, base.toResolved(incident, undefined))
        base.assertDeletable(incident, call)
      },
    }),
    '4.4 delete-hides: A deleted incident can still be resolved': (base) => {
      const hidden = new Set<string>()
      return {
        removeIncident: ({ id }) => hidden.add(id),
        incidentOf(call) {
          if (call.operation === 'deleteIncident' && hidden.has(call.id)) throw new ServiceError('INCIDENT_NOT_FOUND')
          return base.incidentOf(call)
        },
      }
    },
    '4.4 delete-wrong-record: Delete deletes another incident of the team': (base, store) => ({
      removeIncident: (incident) => base.removeIncident(otherOf(incident, store) ?? incident),
    }),
  }),
  ...profile({
    '2.2 resolve-service-lost: An incident never has a serviceId': (base) => ({
      incident: (incident) => base.incident({ ...incident, serviceId: undefined }),
    }),
    '4.4 delete-resolved-refused: A resolved manual incident cannot be deleted': (base) => ({
      assertDeletable(incident, call) {
        if (incident.status === 'resolved') throw new ServiceError('INCIDENT_ALREADY_RESOLVED')
        base.assertDeletable(incident, call)
      },
    }),
  }),
]
