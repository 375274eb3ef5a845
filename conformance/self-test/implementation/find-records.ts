/** The steps that read and write records. A record of another team counts as missing. */
import { type ErrorCode, ServiceError } from './service-error.ts'
import type { ServiceCall, Steps } from './steps.ts'

/** @throws ServiceError if the caller's team has no such record. */
function recordOf<T extends { teamId: string }>(all: Map<string, T>, { id, caller }: ServiceCall, code: ErrorCode): T {
  const record = all.get(id)
  if (!record || record.teamId !== caller?.teamId) throw new ServiceError(code)
  return record
}

export const recordAccess = {
  // Synchronous, so atomic.
  transition: (check, write) => write(check()),

  userByEmail(address) {
    return [...this.users.values()].find(({ email }) => email === address)
  },

  incidentOf(call) {
    return recordOf(this.incidents, call, 'INCIDENT_NOT_FOUND')
  },

  serviceOf(call) {
    return recordOf(this.services, call, 'SERVICE_NOT_FOUND')
  },

  monitorOf(call) {
    return recordOf(this.monitors, call, 'MONITOR_NOT_FOUND')
  },

  monitorsOf: ({ monitors }) => monitors,

  saveUser(user) {
    this.users.set(user.id, user)
  },

  saveIncident(incident) {
    this.incidents.set(incident.id, incident)
  },

  removeIncident({ id }) {
    this.incidents.delete(id)
  },

  removeRows(rows) {
    for (const row of rows) this.stats.delete(row)
  },
} satisfies Partial<Steps> & ThisType<Steps>
