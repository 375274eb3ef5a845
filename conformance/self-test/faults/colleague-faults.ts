/** Faults that show only in a team: between its members, and between its incidents. */
import { ServiceError } from '../implementation/service-error.ts'
import { documented } from './fault.ts'

export const colleagueFaults = documented({
  '3.1 resolve-again-by-another: A member can resolve what another one has resolved': (base) => {
    const resolvedBy = new Map<string, string | undefined>()
    return {
      assertResolvable(incident, call) {
        const first = resolvedBy.get(incident.id)
        if (first === undefined || first === call.caller?.id) base.assertResolvable(incident, call)
        resolvedBy.set(incident.id, call.caller?.id)
      },
    }
  },
  '3.1 resolve-all-of-service: Resolving an incident resolves the others on its service': (base, store) => ({
    saveIncident(incident, call) {
      base.saveIncident(incident, call)
      for (const other of store.incidents.values()) {
        const isOnSame = incident.serviceId !== undefined && other.serviceId === incident.serviceId
        if (isOnSame && other.status === 'open') base.saveIncident(base.toResolved(other, undefined), call)
      }
    },
  }),
  '4.4 delete-next-of-service: Deleting an incident deletes another on its service': (base, store) => ({
    removeIncident(incident) {
      base.removeIncident(incident)
      const next = [...store.incidents.values()].find(({ serviceId }) => serviceId === incident.serviceId)
      if (next?.serviceId !== undefined) base.removeIncident(next)
    },
  }),
  '3.2 deletion-of-admin-refused: Admins are rejected like owners': (base) => ({
    assertSchedulable(user) {
      if (user.role === 'admin') throw new ServiceError('TEAM_HAS_OTHER_MEMBERS')
      base.assertSchedulable(user)
    },
  }),
  '3.2 deletion-again-by-members: A member can request the deletion again': (base) => ({
    assertSchedulable: (user) =>
      base.assertSchedulable(user.role === 'member' ? { ...user, deletion: undefined } : user),
  }),
  '4.8 reset-by-members-not-kept: A reset by a member is confirmed, but deletes nothing': (base) => ({
    removeRows(rows, call) {
      if (call.caller?.role !== 'member') base.removeRows(rows, call)
    },
  }),
})
