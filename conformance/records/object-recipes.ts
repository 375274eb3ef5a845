/** Recipes of incidents, monitors and services. */
import {
  FixtureError,
  InapplicableError,
  type Incident,
  type IncidentDemand,
  type IncidentWishes,
  type Monitor,
  type Owner,
  type Provider,
  type Role,
  type Service,
} from './provider.ts'
import { ifMade, type Recipe, recipe, recipeUsing, recordHook, withFallback } from './recipe.ts'

/** Fixtures that recipes ask a hook for, as `needs` and `uses` name them. */
export const openIncidents = ['open manual incident', 'open auto incident']
export const rows = ['monitor with rows', 'service with monitors']

/** Days in two years, with the end of a February that has 29 days. */
export const threeDays = ['2023-12-31', '2024-02-28', '2024-02-29']
function objectRecipe<T>(
  what: string,
  role: Role,
  from: (provider: Provider, of: Owner) => Promise<T | undefined>,
): Recipe<T> {
  return recipe([role, what], async ({ sender, pool }) => {
    const of = await pool.sharedCaller(sender, role)
    return pool.provide(what, (provider) => from(provider, of), role)
  })
}

function incident(what: string, demand: Omit<IncidentDemand, 'of'>, role: Role = 'writer'): Recipe<Incident> {
  const { type, resolved } = demand
  return objectRecipe(what, role, async (provider, of) => {
    const made = await provider.incident({ ...demand, of })
    return made && { ...made, type, resolved, ofRole: role }
  })
}

/** An open incident that was created manually. */
export const open = (of?: Role) => incident('open manual incident', { type: 'manual', resolved: false }, of)
/** A resolved incident that was created manually. */
export const resolved = () => incident('resolved manual incident', { type: 'manual', resolved: true })
/** An open incident that was detected automatically. */
export const auto = () => incident('open auto incident', { type: 'auto', resolved: false })
/** A resolved incident that was detected automatically. */
export const resolvedAuto = () => incident('resolved auto incident', { type: 'auto', resolved: true })
/** More days than any limit of an implementation has, as a rule. */
const longAgo = { startedDaysAgo: 400 }
/** A resolved incident that was resolved long ago; none if only a list has resolved ones. */
export const resolvedLongAgo = (type: 'manual' | 'auto') =>
  recipeUsing(['writer'], [`resolved ${type} incident`], async ({ sender, pool }) => {
    const of = await pool.sharedCaller(sender, 'writer')
    const demand = { of, type, resolved: true, wishes: longAgo }
    const made = await ifMade(pool.provide('incident', (provider) => provider.incident(demand)))
    return made ? [{ ...made, type, resolved: true }] : []
  })
/** An open incident that has a cause already, if the provider can make one. */
export const explained = () =>
  recipe(['open manual incident', 'writer'], async ({ sender, pool }) => {
    const of = await pool.sharedCaller(sender, 'writer')
    const demand = { of, type: 'manual', resolved: false, cause: 'A cause from the start' } as const
    const made = await pool.provide('open manual incident', (provider) => provider.incident(demand))
    if (made.cause === demand.cause) return { ...made, cause: made.cause, type: demand.type, resolved: false }
    throw new InapplicableError('no fixture has a cause from the start: the hook confirms `params.cause` as `cause`')
  })

/** An open incident that is displayed on a service. */
export const displayed = () =>
  incident('open manual incident displayed on a service', { type: 'manual', resolved: false, displayed: true })

/** An incident of some kind, as the hook was asked for it. */
export type KnownIncident = Incident & Pick<IncidentDemand, 'type' | 'resolved'>

/**
 * Open incidents of each type, acknowledged or not, of one monitor or of none, displayed on a service or not, with a
 * cause or without, old or new: as far as the hook knows these. Of any two of these properties, each type has all
 * combinations.
 */
export const variousIncidents = () =>
  recipeUsing(['writer'], openIncidents, async ({ sender, pool }) => {
    const of = await pool.sharedCaller(sender, 'writer')
    const makeAll = async (provider: Provider) => {
      const watched = (await provider.monitor({ of, days: [] }))?.id
      const linked = watched === undefined ? [] : [watched]
      const service = await provider.service({ of, monitors: [], linked })
      const all: KnownIncident[] = []
      for (let kind = 0; kind < 16; kind++) {
        const type = kind < 8 ? ('auto' as const) : ('manual' as const)
        const [isAcknowledged, isWatched, isDisplayed] = [1, 2, 4].map((bit) => (kind & bit) > 0)
        const isExplained = (isAcknowledged !== isWatched) !== isDisplayed
        const monitorId = (isWatched && watched) || null
        const isOld = isAcknowledged === isDisplayed
        const wishes: IncidentWishes = {
          monitorId,
          ...(isAcknowledged && { acknowledged: true }),
          ...(isOld && longAgo),
        }
        const cause = isExplained && { cause: `Known from the start of ${kind}` }
        const on = isDisplayed && service && { serviceId: service.id }
        const ask = (more: object) => provider.incident({ of, type, resolved: false, wishes, ...more })
        const made = await ask({ ...cause, ...on }).catch((error) => {
          if (error instanceof FixtureError) return ask({})
          throw error
        })
        if (!made) return undefined
        all.push({ ...made, type, resolved: false, ...wishes })
      }
      return all
    }
    const made = await ifMade(pool.provide('incidents of several kinds', makeAll))
    if (made) return made
    throw new InapplicableError('no fixture makes incidents of several kinds; a hook can')
  })

/** More than a page, a batch or a year of rows, after two of another century. */
const manyDays = ['1999-12-31', '2000-01-01'].concat(
  Array.from({ length: 400 }, (_, index) => new Date(Date.UTC(2023, 0, 1 + index)).toISOString().slice(0, 10)),
)

/** A monitor with a row of statistics for each of these days. */
export function monitor(days: string[] = threeDays, role: Role = 'writer'): Recipe<Monitor> {
  return objectRecipe(`monitor with ${days.length} days`, role, (provider, of) => provider.monitor({ of, days }))
}

/** A monitor with rows, and two open incidents, a manual and an auto one, that are its own if the hook knows how. */
export const monitorWithIncidents = () =>
  recipe([...monitor().needs, 'open manual incident', 'open auto incident'], async (context) => {
    const of = await context.pool.sharedCaller(context.sender, 'writer')
    const thing = await monitor().make(context)
    const wishes = { monitorId: thing.id }
    const make = (type: 'manual' | 'auto') => {
      const demand = { of, type, resolved: false }
      return context.pool.provide(`open ${type} incident`, async (provider) => {
        const made = (await provider.incident({ ...demand, wishes })) ?? (await provider.incident(demand))
        return made && { ...made, type, resolved: false }
      })
    }
    return { monitor: thing, incidents: [await make('manual'), await make('auto')] as const }
  })

/** A monitor that is linked to two services, with an open incident displayed on each, one of each type; only a hook makes these. */
export const sharedMonitor = () =>
  recipeUsing(['writer'], [...openIncidents, ...rows], async ({ sender, pool }) => {
    const of = await pool.sharedCaller(sender, 'writer')
    const makeAll = async (provider: Provider) => {
      const one = await provider.service({ of, monitors: [threeDays], linked: [] })
      const [monitor] = one?.monitors ?? []
      const other = monitor && (await provider.service({ of, monitors: [threeDays], linked: [monitor.id] }))
      if (!one || !other) return undefined
      const services: [Service, Service] = [one, { id: other.id, monitors: [...other.monitors, monitor] }]
      const incidents: KnownIncident[] = []
      for (const [index, { id: serviceId }] of services.entries()) {
        const demand = { of, type: index === 0 ? 'manual' : 'auto', resolved: false, serviceId } as const
        const made = await provider.incident({ ...demand, wishes: { monitorId: monitor.id } })
        if (!made) return undefined
        incidents.push({ ...made, type: demand.type, resolved: false })
      }
      return { monitor, services, incidents }
    }
    const made = await ifMade(pool.provide('monitor of two services', makeAll))
    if (made) return made
    throw new InapplicableError('no fixture links a monitor to two services; a hook can')
  })

/** A service with linked monitors, each with rows for these days. */
export function service(monitors: string[][] = [threeDays, threeDays], role: Role = 'writer'): Recipe<Service> {
  const what = `service with ${monitors.length} monitors of ${monitors[0]?.length ?? 0} days`
  return objectRecipe(what, role, (provider, of) => provider.service({ of, monitors }))
}

/** A service with two monitors, to which rows can be added; only a hook can do that. */
export const growingService = () =>
  recipe(service().needs, async (context) => {
    const { sender, pool } = context
    const of = await pool.sharedCaller(sender, 'writer')
    const thing = await service().make(context)
    const addRows = async (monitorId: string, days: string[]) => {
      if (await ifMade(pool.provide('rows', async ({ addRows }) => addRows?.(of, monitorId, days)))) {
        recordHook(context.record, `gave ${monitorId} rows for ${days.join(' and ')}`)
        context.record.rows.delete(monitorId)
        return
      }
      throw new InapplicableError('no fixture adds rows to a monitor; a hook can')
    }
    return { ...thing, addRows }
  })

/** A monitor with hundreds of rows, if available. */
export const longRunning = () => withFallback(monitor(manyDays), monitor())
/** A service with twelve monitors, one without rows and many with a single row, if available. */
export const uneven = () =>
  withFallback(service([threeDays, [], ...Array.from({ length: 9 }, () => ['2024-02-28']), threeDays]), service())
