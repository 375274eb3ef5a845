/** Records of the implementation that faults and variants look for. */
import type { Incident, Store, User } from './implementation/memory-store.ts'

export const day = 86_400_000

export const usersOf = ({ users }: Store) => [...users.values()]
export const incidentsOf = ({ incidents }: Store) => [...incidents.values()]

/** The other members of the user's team. */
export const colleaguesOf = (user: User, store: Store) =>
  usersOf(store).filter(({ id, teamId }) => teamId === user.teamId && id !== user.id)

export const servicesWith = (monitorId: string | null, { services }: Store) =>
  [...services.values()].filter(({ monitors }) => monitors.includes(monitorId ?? ''))

/** The other incidents on the service of an incident. */
export const besides = ({ id, serviceId }: Incident, store: Store) =>
  incidentsOf(store).filter((other) => serviceId !== undefined && other.serviceId === serviceId && other.id !== id)

/** The record with this id, of any team and kind. */
export const recordWith = (id: string, { incidents, services, monitors }: Store): { teamId: string } | undefined =>
  incidents.get(id) ?? services.get(id) ?? monitors.get(id)

export const isAuto = ({ type }: Incident) => type === 'auto'
export const isOpen = ({ status }: Incident) => status === 'open'
export const isResolved = ({ status }: Incident) => status === 'resolved'
export const isAcknowledged = ({ status }: Incident) => status === 'acknowledged'
/** The incident is displayed on a service. */
export const isDisplayed = ({ serviceId }: Incident) => serviceId !== undefined

const isOlder = (days: number, time: Date | null) => time !== null && Date.now() - time.getTime() > days * day
export const startedDaysAgo = (days: number) => (incident: Incident) => isOlder(days, incident.startedAt)
export const resolvedDaysAgo = (days: number) => (incident: Incident) => isOlder(days, incident.resolvedAt)

export const isOauth = ({ password }: User) => password === undefined
export const isOwner = ({ role }: User) => role === 'owner'
