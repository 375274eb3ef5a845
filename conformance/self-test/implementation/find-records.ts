/** The steps that read and write records. A record of another team counts as missing. */
import type { Store } from './memory-store.ts'
import { ServiceError } from './service-error.ts'
import type { Steps } from './steps.ts'

export function recordSteps(store: Store) {
  return {
    // Synchronous, so atomic.
    transition: (_, check, write) => write(check()),

    userByEmail: (address) => [...store.users.values()].find(({ email }) => email === address),

    incidentOf({ id, caller }) {
      const incident = store.incidents.get(id)
      if (!incident || incident.teamId !== caller?.teamId) throw new ServiceError('INCIDENT_NOT_FOUND')
      return incident
    },

    serviceOf({ id, caller }) {
      const service = store.services.get(id)
      if (!service || service.teamId !== caller?.teamId) throw new ServiceError('SERVICE_NOT_FOUND')
      return service
    },

    monitorOf({ id, caller }) {
      const monitor = store.monitors.get(id)
      if (!monitor || monitor.teamId !== caller?.teamId) throw new ServiceError('MONITOR_NOT_FOUND')
      return monitor
    },

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
