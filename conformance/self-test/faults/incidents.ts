/** Faults in what becomes of an incident. */
import type { Incident } from '../records.ts'
import { Refusal } from '../refusal.ts'
import { after, documented, profile } from './fault.ts'

const nothing = () => undefined

export const incidents = [
  documented('3.1', 'resolve-not-saved', 'A resolved incident is shown as such, but not kept', () => ({
    saveIncident: nothing,
  })),
  documented('3.1', 'resolve-status-kept', 'Resolve leaves the status as it was', (was) => ({
    resolved: (incident, cause) => ({ ...was.resolved(incident, cause), status: incident.status }),
  })),
  documented('3.1', 'resolve-status-closed', 'A resolved incident is called closed', (was) => ({
    incident: after(was.incident, (shown) => ({ ...shown, status: 'closed' })),
  })),
  documented('3.1', 'resolve-cause-dropped', 'A supplied cause is not stored', (was) => ({
    resolved: (incident) => was.resolved(incident, undefined),
  })),
  documented('3.1', 'resolve-cause-cut', 'A supplied cause is cut after ten characters', (was) => ({
    resolved: (incident, cause) => was.resolved(incident, cause === undefined ? cause : String(cause).slice(0, 10)),
  })),
  documented('3.1', 'resolve-cause-replaced', 'A cause of the service takes the place of the supplied one', (was) => ({
    resolved: (incident) => was.resolved(incident, 'Resolved by a user'),
  })),
  documented('3.1', 'resolve-cause-escaped', 'A supplied cause is stored with HTML entities', (was) => ({
    resolved: (incident, cause) =>
      was.resolved(
        incident,
        cause === undefined ? cause : String(cause).replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
      ),
  })),
  documented('3.1', 'resolve-cause-in-title', 'A supplied cause lands in the title', (was) => ({
    resolved: (incident, cause) => ({
      ...was.resolved(incident, undefined),
      title: cause === undefined ? incident.title : String(cause),
    }),
  })),
  documented('3.1', 'resolve-without-time', 'Resolve does not set resolvedAt', (was) => ({
    resolved: (incident, cause) => ({ ...was.resolved(incident, cause), resolvedAt: null }),
  })),
  documented(
    '3.1',
    'resolve-time-of-start',
    'Resolve sets resolvedAt to the time when the incident started',
    (was) => ({
      resolved: (incident, cause) => ({ ...was.resolved(incident, cause), resolvedAt: incident.startedAt }),
    }),
  ),
  documented('3.1', 'resolve-twice', 'A resolved incident is resolved once more, and resolvedAt moves', () => ({
    mayResolve: nothing,
  })),
  documented('3.1', 'resolve-twice-unchanged', 'A second resolve is accepted and changes nothing', (was) => ({
    mayResolve: nothing,
    resolved: (incident, cause) => (incident.status === 'resolved' ? incident : was.resolved(incident, cause)),
  })),
  documented('3.1', 'resolve-twice-with-cause', 'A second resolve is accepted if it brings a cause', (was) => ({
    mayResolve: (incident, call) => (call.body?.cause === undefined ? was.mayResolve(incident, call) : undefined),
  })),
  documented('3.1', 'resolve-twice-auto', 'An automatic incident is resolved once more', (was) => ({
    mayResolve: (incident, call) => (incident.type === 'auto' ? undefined : was.mayResolve(incident, call)),
  })),
  documented('4.3', 'resolve-wrong-record', 'Resolve answers with another incident of the team', (was, store) => ({
    incident: (incident) => was.incident(otherOf(incident, store.incidents.values()) ?? incident),
  })),
  documented('4.3', 'resolve-all', 'Resolve resolves all incidents of the team', (_, store) => ({
    saveIncident(incident) {
      for (const { teamId, ...other } of store.incidents.values()) {
        if (teamId === incident.teamId) store.incidents.set(other.id, { ...other, teamId, status: 'resolved' })
      }
      store.incidents.set(incident.id, incident)
    },
  })),
  documented('2.2', 'resolve-makes-manual', 'A resolved incident is called manual, whatever it was', (was) => ({
    resolved: (incident, cause) => ({ ...was.resolved(incident, cause), type: 'manual' }),
  })),
  documented('3.1', 'resolve-auto-refused', 'An automatic incident cannot be resolved', (was) => ({
    mayResolve(incident, call) {
      if (incident.type === 'auto') throw new Refusal('INCIDENT_ALREADY_RESOLVED')
      was.mayResolve(incident, call)
    },
  })),
  profile('2.2', 'resolve-service-lost', 'The service of an incident is not shown', (was) => ({
    incident: (incident) => was.incident({ ...incident, serviceId: undefined }),
  })),
  documented('2.2', 'resolve-foreign-team-shown', 'An incident names another team than its own', (was) => ({
    incident: (incident) => ({ ...was.incident(incident), teamId: incident.id }),
  })),
  documented('4.3', 'resolve-wants-cause', 'Resolve asks for the optional body', (was) => ({
    bodyProblem: (call) =>
      call.operation === 'resolveIncident' && call.body?.cause === undefined
        ? 'body.cause is required'
        : was.bodyProblem(call),
  })),
  documented('4.3', 'resolve-unknown', 'Resolving an incident that does not exist is accepted', (was) => ({
    incidentOf(call) {
      try {
        return was.incidentOf(call)
      } catch (refusal) {
        if (call.operation !== 'resolveIncident') throw refusal
        return madeUp(call.id, call.caller?.teamId ?? '')
      }
    },
  })),
  documented('4.4', 'delete-unknown', 'Deleting an incident that does not exist is accepted', (was) => ({
    incidentOf(call) {
      try {
        return was.incidentOf(call)
      } catch (refusal) {
        if (call.operation !== 'deleteIncident') throw refusal
        return madeUp(call.id, call.caller?.teamId ?? '')
      }
    },
  })),
  documented('4.4', 'delete-auto', 'An automatic incident is deleted', () => ({ mayDelete: nothing })),
  documented('4.4', 'delete-auto-resolved', 'An automatic incident is deleted once it is resolved', (was) => ({
    mayDelete: (incident, call) => (incident.status === 'resolved' ? undefined : was.mayDelete(incident, call)),
  })),
  documented(
    '4.4',
    'delete-auto-refused-but-gone',
    'The deletion of an automatic incident is refused, and done',
    (was) => ({
      mayDelete(incident, call) {
        if (incident.type === 'auto') was.removeIncident(incident)
        was.mayDelete(incident, call)
      },
    }),
  ),
  documented(
    '4.4',
    'delete-auto-refused-but-resolved',
    'A refused deletion resolves the automatic incident',
    (was, store) => ({
      mayDelete(incident, call) {
        if (incident.type === 'auto') store.incidents.set(incident.id, was.resolved(incident, undefined))
        was.mayDelete(incident, call)
      },
    }),
  ),
  documented('4.4', 'delete-not-done', 'A deleted incident is still there', () => ({ removeIncident: nothing })),
  documented('4.4', 'delete-hides', 'A deleted incident can still be resolved, though not deleted', (was) => {
    const hidden = new Set<string>()
    return {
      removeIncident: ({ id }) => hidden.add(id),
      incidentOf(call) {
        if (call.operation === 'deleteIncident' && hidden.has(call.id)) throw new Refusal('INCIDENT_NOT_FOUND')
        return was.incidentOf(call)
      },
    }
  }),
  documented('4.4', 'delete-resolves', 'Delete resolves instead', (was, store) => ({
    removeIncident: (incident) => store.incidents.set(incident.id, was.resolved(incident, undefined)),
  })),
  documented('4.4', 'delete-wrong-record', 'Delete deletes another incident of the team', (was, store) => ({
    removeIncident: (incident) => was.removeIncident(otherOf(incident, store.incidents.values()) ?? incident),
  })),
  documented('4.4', 'delete-all', 'Delete deletes all incidents of the team', (was, store) => ({
    removeIncident({ teamId }) {
      for (const other of store.incidents.values()) if (other.teamId === teamId) was.removeIncident(other)
    },
  })),
  documented('4.4', 'delete-manual-refused', 'A manual incident cannot be deleted', () => ({
    mayDelete() {
      throw new Refusal('AUTO_INCIDENT_NOT_DELETABLE')
    },
  })),
  profile('4.4', 'delete-resolved-refused', 'A manual incident cannot be deleted once it is resolved', (was) => ({
    mayDelete(incident, call) {
      if (incident.status === 'resolved') throw new Refusal('INCIDENT_ALREADY_RESOLVED')
      was.mayDelete(incident, call)
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
