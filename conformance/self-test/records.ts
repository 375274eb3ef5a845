/** Records of the implementation that faults and variants look for. */
import type { Incident, Store, User } from './implementation/memory-store.ts'
import type { ServiceCall } from './implementation/steps.ts'

export const day = 86_400_000

export const usersOf = ({ users }: Store) => [...users.values()]
export const incidentsOf = ({ incidents }: Store) => [...incidents.values()]

/** The other members of the user's team. */
export const colleaguesOf = (user: User, store: Store) =>
  usersOf(store).filter(({ id, teamId }) => teamId === user.teamId && id !== user.id)

/** The first other incident of the team, if there is one. */
export const otherOfTeam = (one: Incident, store: Store) =>
  incidentsOf(store).find(({ id, teamId }) => teamId === one.teamId && id !== one.id) ?? one

export const servicesWith = (monitorId: string | null, { services }: Store) =>
  [...services.values()].filter(({ monitors }) => monitors.includes(monitorId ?? ''))

/** The other incidents on the same service or monitor that are so. */
const sharing =
  (key: 'serviceId' | 'monitorId') => (isMeant: (other: Incident) => boolean) => (one: Incident, store: Store) =>
    incidentsOf(store).filter((other) => one[key] && other[key] === one[key] && other.id !== one.id && isMeant(other))
export const onSameService = sharing('serviceId')
export const onSameMonitor = sharing('monitorId')

/** The record with this id, of any team and kind. */
export const recordWith = (id: string, { incidents, services, monitors }: Store): { teamId: string } | undefined =>
  incidents.get(id) ?? services.get(id) ?? monitors.get(id)

export const isAuto = ({ type }: Incident) => type === 'auto'
export const isOpen = ({ status }: Incident) => status === 'open'
export const isResolved = ({ status }: Incident) => status === 'resolved'
export const isAcknowledged = ({ status }: Incident) => status === 'acknowledged'
/** The incident is displayed on a service. */
export const isDisplayed = ({ serviceId }: Incident) => serviceId !== undefined
export const isOfMonitor = ({ monitorId }: Incident) => monitorId !== null
export const isExplained = ({ cause }: Incident) => cause !== null

const isOlder = (days: number, time: Date | null) => time !== null && Date.now() - time.getTime() > days * day
export const startedDaysAgo = (days: number) => (incident: Incident) => isOlder(days, incident.startedAt)
export const resolvedDaysAgo = (days: number) => (incident: Incident) => isOlder(days, incident.resolvedAt)

export const isOauth = ({ password }: User) => password === undefined
export const isScheduled = ({ deletion }: User) => deletion !== undefined
export const hasRole =
  (wanted: string) =>
  ({ role }: User) =>
    role === wanted
export const isOwner = hasRole('owner')

/** For predicates of a record and the call. */
export const byCaller =
  (isMeant: (user: User) => boolean) =>
  (_: unknown, { caller }: ServiceCall) =>
    caller !== undefined && isMeant(caller)
export const inOperation =
  (wanted: ServiceCall['operation']) =>
  (_: unknown, { operation }: ServiceCall) =>
    operation === wanted
export const not =
  <Context extends unknown[]>(is: (...context: Context) => boolean) =>
  (...context: Context) =>
    !is(...context)
export const both =
  <Context extends unknown[]>(...tests: NoInfer<(...context: Context) => boolean>[]) =>
  (...context: Context) =>
    tests.every((is) => is(...context))
