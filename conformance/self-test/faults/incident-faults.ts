/** Faults in resolving and deleting incidents. */
import type { Incident } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import { after, documented, profile } from './fault.ts'

export const incidentFaults = [
  documented('3.1', 'resolve-status-closed', 'The status of a resolved incident is closed', (base) => ({
    incident: after(base.incident, (fields) => ({ ...fields, status: 'closed' })),
  })),
  documented('3.1', 'resolve-cause-cut', 'A cause is truncated to ten characters', (base) => ({
    toResolved: (incident, cause) =>
      base.toResolved(incident, cause === undefined ? cause : String(cause).slice(0, 10)),
  })),
  documented('3.1', 'resolve-cause-escaped', 'A cause is stored with HTML entities', (base) => ({
    toResolved: (incident, cause) =>
      base.toResolved(
        incident,
        cause === undefined ? cause : String(cause).replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
      ),
  })),
  documented('3.1', 'resolve-without-time', 'Resolve does not set resolvedAt', (base) => ({
    toResolved: (incident, cause) => ({ ...base.toResolved(incident, cause), resolvedAt: null }),
  })),
  documented('3.1', 'resolve-twice-with-cause', 'A second resolve succeeds if it has a cause', (base) => ({
    assertResolvable: (incident, call) =>
      call.body?.cause === undefined ? base.assertResolvable(incident, call) : undefined,
  })),
  documented('3.1', 'resolve-twice-auto', 'A resolved auto incident can be resolved again', (base) => ({
    assertResolvable: (incident, call) =>
      incident.type === 'auto' ? undefined : base.assertResolvable(incident, call),
  })),
  documented('4.3', 'resolve-wrong-record', 'Resolve returns another incident of the team', (base, store) => ({
    incident: (incident) => base.incident(otherOf(incident, store.incidents.values()) ?? incident),
  })),
  documented('2.2', 'resolve-makes-manual', 'The type of a resolved incident becomes manual', (base) => ({
    toResolved: (incident, cause) => ({ ...base.toResolved(incident, cause), type: 'manual' }),
  })),
  profile('2.2', 'resolve-service-lost', 'An incident never has a serviceId', (base) => ({
    incident: (incident) => base.incident({ ...incident, serviceId: undefined }),
  })),
  documented('2.2', 'resolve-foreign-team-shown', 'The teamId of an incident is wrong', (base) => ({
    incident: (incident) => ({ ...base.incident(incident), teamId: incident.id }),
  })),
  documented('4.3', 'resolve-wants-cause', 'Resolve requires the optional body', (base) => ({
    bodyError: (call) =>
      call.operation === 'resolveIncident' && call.body?.cause === undefined
        ? 'body.cause is required'
        : base.bodyError(call),
  })),
  documented(
    '4.4',
    'delete-auto-refused-but-resolved',
    'A rejected deletion resolves the auto incident',
    (base, store) => ({
      assertDeletable(incident, call) {
        if (incident.type === 'auto') store.incidents.set(incident.id, base.toResolved(incident, undefined))
        base.assertDeletable(incident, call)
      },
    }),
  ),
  documented('4.4', 'delete-hides', 'A deleted incident can still be resolved', (base) => {
    const hidden = new Set<string>()
    return {
      removeIncident: ({ id }) => hidden.add(id),
      incidentOf(call) {
        if (call.operation === 'deleteIncident' && hidden.has(call.id)) throw new ServiceError('INCIDENT_NOT_FOUND')
        return base.incidentOf(call)
      },
    }
  }),
  documented('4.4', 'delete-wrong-record', 'Delete deletes another incident of the team', (base, store) => ({
    removeIncident: (incident) => base.removeIncident(otherOf(incident, store.incidents.values()) ?? incident),
  })),
  profile('4.4', 'delete-resolved-refused', 'A resolved manual incident cannot be deleted', (base) => ({
    assertDeletable(incident, call) {
      if (incident.status === 'resolved') throw new ServiceError('INCIDENT_ALREADY_RESOLVED')
      base.assertDeletable(incident, call)
    },
  })),
]

function otherOf(incident: Incident, all: Iterable<Incident>): Incident | undefined {
  return [...all].find(({ id, teamId }) => teamId === incident.teamId && id !== incident.id)
}
