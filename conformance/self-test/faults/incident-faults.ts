/** Faults in what becomes of an incident. */
import type { Incident } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import { after, documented, profile } from './fault.ts'

export const incidents = [
  documented('3.1', 'resolve-status-closed', 'A resolved incident is called closed', (base) => ({
    incident: after(base.incident, (shown) => ({ ...shown, status: 'closed' })),
  })),
  documented('3.1', 'resolve-cause-cut', 'A supplied cause is cut after ten characters', (base) => ({
    toResolved: (incident, cause) =>
      base.toResolved(incident, cause === undefined ? cause : String(cause).slice(0, 10)),
  })),
  documented('3.1', 'resolve-cause-escaped', 'A supplied cause is stored with HTML entities', (base) => ({
    toResolved: (incident, cause) =>
      base.toResolved(
        incident,
        cause === undefined ? cause : String(cause).replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
      ),
  })),
  documented('3.1', 'resolve-without-time', 'Resolve does not set resolvedAt', (base) => ({
    toResolved: (incident, cause) => ({ ...base.toResolved(incident, cause), resolvedAt: null }),
  })),
  documented('3.1', 'resolve-twice-with-cause', 'A second resolve is accepted if it brings a cause', (base) => ({
    assertResolvable: (incident, call) =>
      call.body?.cause === undefined ? base.assertResolvable(incident, call) : undefined,
  })),
  documented('3.1', 'resolve-twice-auto', 'An automatic incident is resolved once more', (base) => ({
    assertResolvable: (incident, call) =>
      incident.type === 'auto' ? undefined : base.assertResolvable(incident, call),
  })),
  documented('4.3', 'resolve-wrong-record', 'Resolve answers with another incident of the team', (base, store) => ({
    incident: (incident) => base.incident(otherOf(incident, store.incidents.values()) ?? incident),
  })),
  documented('2.2', 'resolve-makes-manual', 'A resolved incident is called manual, whatever it was', (base) => ({
    toResolved: (incident, cause) => ({ ...base.toResolved(incident, cause), type: 'manual' }),
  })),
  profile('2.2', 'resolve-service-lost', 'The service of an incident is not shown', (base) => ({
    incident: (incident) => base.incident({ ...incident, serviceId: undefined }),
  })),
  documented('2.2', 'resolve-foreign-team-shown', 'An incident names another team than its own', (base) => ({
    incident: (incident) => ({ ...base.incident(incident), teamId: incident.id }),
  })),
  documented('4.3', 'resolve-wants-cause', 'Resolve asks for the optional body', (base) => ({
    bodyError: (call) =>
      call.operation === 'resolveIncident' && call.body?.cause === undefined
        ? 'body.cause is required'
        : base.bodyError(call),
  })),
  documented(
    '4.4',
    'delete-auto-refused-but-resolved',
    'A refused deletion resolves the automatic incident',
    (base, store) => ({
      assertDeletable(incident, call) {
        if (incident.type === 'auto') store.incidents.set(incident.id, base.toResolved(incident, undefined))
        base.assertDeletable(incident, call)
      },
    }),
  ),
  documented('4.4', 'delete-hides', 'A deleted incident can still be resolved, though not deleted', (base) => {
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
  profile('4.4', 'delete-resolved-refused', 'A manual incident cannot be deleted once it is resolved', (base) => ({
    assertDeletable(incident, call) {
      if (incident.status === 'resolved') throw new ServiceError('INCIDENT_ALREADY_RESOLVED')
      base.assertDeletable(incident, call)
    },
  })),
]

function otherOf(incident: Incident, all: Iterable<Incident>): Incident | undefined {
  return [...all].find(({ id, teamId }) => teamId === incident.teamId && id !== incident.id)
}
