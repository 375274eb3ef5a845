/** The steps that read and write records. A record of another team counts as missing. */
import type { Store } from './memory-store.ts'
import { type ErrorCode, ServiceError } from './service-error.ts'
import type { ServiceCall, Steps } from './steps.ts'

/** @throws ServiceError if the caller's team has no such record. */
function recordOf<T extends { teamId: string }>(all: Map<string, T>, { id, caller }: ServiceCall, code: ErrorCode): T {
  const record = all.get(id)
  if (!record || record.teamId !== caller?.teamId) throw new ServiceError(code)
  return record
}

export function recordSteps(store: Store) {
  return {
    // Synchronous, so atomic.
    transition: (_, check, write) => write(check()),

    userByEmail: (address) => [...store.users.values()].find(({ email }) => email === address),

    incidentOf: (call) => recordOf(store.incidents, call, 'INCIDENT_NOT_FOUND'),

    serviceOf: (call) => recordOf(store.services, call, 'SERVICE_NOT_FOUND'),

    monitorOf: (call) => recordOf(store.monitors, call, 'MONITOR_NOT_FOUND'),

    monitorsOf: ({ monitors }) => monitors,

    saveUser(user) {
      store.users.set(user.id, user)
    },

    saveIncident(incident) {
      store.incidents.set(incident.id, incident)
    },

    removeIncident({ id }) {
      store.incidents.delete(id)
    },

    removeRows(rows) {
      for (const row of rows) store.stats.delete(row)
    },
  } satisfies Partial<Steps>
}
