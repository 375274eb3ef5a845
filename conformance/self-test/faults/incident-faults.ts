/** Faults in what becomes of an incident. */
import type { Incident } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import { after, documented, profile } from './fault.ts'

const nothing = () => undefined

export const incidents = [
  documented('3.1', 'resolve-not-saved', 'A resolved incident is shown as such, but not kept', () => ({
    saveIncident: nothing,
  })),
  documented('3.1', 'resolve-status-kept', 'Resolve leaves the status as it was', (base) => ({
    toResolved: (incident, cause) => ({ ...base.toResolved(incident, cause), status: incident.status }),
  })),
  documented('3.1', 'resolve-status-closed', 'A resolved incident is called closed', (base) => ({
    incident: after(base.incident, (shown) => ({ ...shown, status: 'closed' })),
  })),
  documented('3.1', 'resolve-cause-dropped', 'A supplied cause is not stored', (base) => ({
    toResolved: (incident) => base.toResolved(incident, undefined),
  })),
  documented('3.1', 'resolve-cause-cut', 'A supplied cause is cut after ten characters', (base) => ({
    toResolved: (incident, cause) =>
      base.toResolved(incident, cause === undefined ? cause : String(cause).slice(0, 10)),
  })),
  documented('3.1', 'resolve-cause-replaced', 'A cause of the service takes the place of the supplied one', (base) => ({
    toResolved: (incident) => base.toResolved(incident, 'Resolved by a user'),
  })),
  documented('3.1', 'resolve-cause-escaped', 'A supplied cause is stored with HTML entities', (base) => ({
    toResolved: (incident, cause) =>
      base.toResolved(
        incident,
        cause === undefined ? cause : String(cause).replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
      ),
  })),
  documented('3.1', 'resolve-cause-in-title', 'A supplied cause lands in the title', (base) => ({
    toResolved: (incident, cause) => ({
      ...base.toResolved(incident, undefined),
      title: cause === undefined ? incident.title : String(cause),
    }),
  })),
  documented('3.1', 'resolve-without-time', 'Resolve does not set resolvedAt', (base) => ({
    toResolved: (incident, cause) => ({ ...base.toResolved(incident, cause), resolvedAt: null }),
  })),
  documented(
    '3.1',
    'resolve-time-of-start',
    'Resolve sets resolvedAt to the time when the incident started',
    (base) => ({
      toResolved: (incident, cause) => ({ ...base.toResolved(incident, cause), resolvedAt: incident.startedAt }),
    }),
  ),
  documented('3.1', 'resolve-twice', 'A resolved incident is resolved once more, and resolvedAt moves', () => ({
    assertResolvable: nothing,
  })),
  documented('3.1', 'resolve-twice-unchanged', 'A second resolve is accepted and changes nothing', (base) => ({
    assertResolvable: nothing,
    toResolved: (incident, cause) => (incident.status === 'resolved' ? incident : base.toResolved(incident, cause)),
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
  documented('4.3', 'resolve-all', 'Resolve resolves all incidents of the team', (_, store) => ({
    saveIncident(incident) {
      for (const { teamId, ...other } of store.incidents.values()) {
        if (teamId === incident.teamId) store.incidents.set(other.id, { ...other, teamId, status: 'resolved' })
      }
      store.incidents.set(incident.id, incident)
    },
  })),
  documented('2.2', 'resolve-makes-manual', 'A resolved incident is called manual, whatever it was', (base) => ({
    toResolved: (incident, cause) => ({ ...base.toResolved(incident, cause), type: 'manual' }),
  })),
  documented('3.1', 'resolve-auto-refused', 'An automatic incident cannot be resolved', (base) => ({
    assertResolvable(incident, call) {
      if (incident.type === 'auto') throw new ServiceError('INCIDENT_ALREADY_RESOLVED')
      base.assertResolvable(incident, call)
    },
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
  documented('4.3', 'resolve-unknown', 'Resolving an incident that does not exist is accepted', (base) => ({
    incidentOf(call) {
      try {
        return base.incidentOf(call)
      } catch (refusal) {
        if (call.operation !== 'resolveIncident') throw refusal
        return madeUp(call.id, call.caller?.teamId ?? '')
      }
    },
  })),
  documented('4.4', 'delete-unknown', 'Deleting an incident that does not exist is accepted', (base) => ({
    incidentOf(call) {
      try {
        return base.incidentOf(call)
      } catch (refusal) {
        if (call.operation !== 'deleteIncident') throw refusal
        return madeUp(call.id, call.caller?.teamId ?? '')
      }
    },
  })),
  documented('4.4', 'delete-auto', 'An automatic incident is deleted', () => ({ assertDeletable: nothing })),
  documented('4.4', 'delete-auto-resolved', 'An automatic incident is deleted once it is resolved', (base) => ({
    assertDeletable: (incident, call) =>
      incident.status === 'resolved' ? undefined : base.assertDeletable(incident, call),
  })),
  documented(
    '4.4',
    'delete-auto-refused-but-gone',
    'The deletion of an automatic incident is refused, and done',
    (base) => ({
      assertDeletable(incident, call) {
        if (incident.type === 'auto') base.removeIncident(incident)
        base.assertDeletable(incident, call)
      },
    }),
  ),
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
  documented('4.4', 'delete-not-done', 'A deleted incident is still there', () => ({ removeIncident: nothing })),
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
  documented('4.4', 'delete-resolves', 'Delete resolves instead', (base, store) => ({
    removeIncident: (incident) => store.incidents.set(incident.id, base.toResolved(incident, undefined)),
  })),
  documented('4.4', 'delete-wrong-record', 'Delete deletes another incident of the team', (base, store) => ({
    removeIncident: (incident) => base.removeIncident(otherOf(incident, store.incidents.values()) ?? incident),
  })),
  documented('4.4', 'delete-all', 'Delete deletes all incidents of the team', (base, store) => ({
    removeIncident({ teamId }) {
      for (const other of store.incidents.values()) if (other.teamId === teamId) base.removeIncident(other)
    },
  })),
  documented('4.4', 'delete-manual-refused', 'A manual incident cannot be deleted', () => ({
    assertDeletable() {
      throw new ServiceError('AUTO_INCIDENT_NOT_DELETABLE')
    },
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

function madeUp(id: string, teamId: string): Incident {
  const now = new Date()
  const empty = { monitorId: null, title: null, resolvedAt: null, cause: null, serviceId: undefined }
  return { ...empty, id, teamId, type: 'manual', status: 'open', startedAt: now, createdAt: now }
}
