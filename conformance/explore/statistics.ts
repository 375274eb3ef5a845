/** Document 4.7 and 4.8: resetting daily statistics: which calls are tried. What must hold of their responses is in document/. */

import type { Model, Monitor, Service } from '../document/state.ts'
import { dayFrom } from '../verdict/days.ts'
import type { Action, ExploredOperation, Proposer } from './action.ts'
import { isLinked } from './objects.ts'
import { isRefused, proposeCaller, roleOf, withSession } from './propose-caller.ts'
import { boundaryDays, farDays, notDays, today } from './values.ts'

const operationOf = { 'reset monitor': 'resetMonitorStats', 'reset service': 'resetServiceStats' } as const

function thingOf(model: Model, { operation, of = '' }: Action): Monitor | Service {
  return (operation === 'reset monitor' ? model.monitors[of] : model.services[of]) as Monitor | Service
}

function monitorsOf(model: Model, { operation, of = '' }: Action): Monitor[] {
  const names = operation === 'reset monitor' ? [of] : [...new Set(model.services[of]?.monitors)]
  return names.flatMap((name) => model.monitors[name] ?? [])
}

/** A date at a boundary: a day that has a row, the next one, or another. */
function proposeBefore({ random }: Proposer, monitors: Monitor[]): string | undefined {
  if (random.chance(0.25)) return undefined
  if (random.chance(0.12)) return random.pick(notDays)
  const days = monitors.flatMap(({ days }) => days ?? [])
  if (days.length === 0 || random.chance(0.15)) return random.pick([...farDays, ...boundaryDays()])
  const day = random.pick(days)
  return random.pick([
    day,
    day,
    dayFrom(day, 1),
    `${day.slice(0, 8)}01`,
    dayFrom(`${day.slice(0, 4)}-12-31`, random.below(2)),
  ])
}

/** Where the date is among the rows, by what is special about the day. */
function dateClass(before: string | undefined, rows: string[]): string {
  if (before === undefined) return `none, first ${specialOf([...rows].sort()[0] ?? '')}`
  if (notDays.includes(before)) return 'not a date'
  const previous = rows
    .filter((day) => day < before)
    .sort()
    .at(-1)
  if (rows.includes(before)) return `on ${specialOf(before)}`
  if (previous === undefined) return `before all ${specialOf(before)}`
  return `${dayFrom(previous, 1) === before ? 'the day after' : 'apart from'} ${specialOf(previous)}`
}

function specialOf(day: string): string {
  if (day === '') return 'no row'
  if (day.endsWith('-02-29')) return 'a leap day'
  if (day.endsWith('-12-31') || day.endsWith('-01-01')) return 'the end of a year'
  if (dayFrom(day, 1).endsWith('-01')) return 'the end of a month'
  return day.endsWith('-01') ? 'the first of a month' : day >= today() ? 'today' : 'a day'
}

const reset = (operation: keyof typeof operationOf): ExploredOperation => ({
  id: operationOf[operation],
  area: 'statistics',
  propose(proposer) {
    const { model, random } = proposer
    const things = Object.values(operation === 'reset monitor' ? model.monitors : model.services)
    const full = things.filter(({ name }) =>
      monitorsOf(model, { operation, by: '', of: name }).some(({ days }) => days?.length),
    )
    const thing = random.pickRecent<Monitor | Service>(full.length > 0 && random.chance(0.92) ? full : things)
    if (!thing) return undefined
    const action: Action = { operation, by: proposeCaller(proposer, thing.team), of: thing.name }
    const before = proposeBefore(proposer, monitorsOf(model, action))
    const linked = 'monitors' in thing ? { uses: thing.monitors } : {}
    return withSession(proposer, { ...action, ...linked, ...(before !== undefined && { value: before }) })
  },
  features(model, action) {
    const monitors = monitorsOf(model, action)
    const services = Object.values(model.services).filter((one) =>
      monitors.some(({ name }) => one.monitors.includes(name)),
    )
    const rows = monitors.flatMap(({ days }) => days ?? [])
    const about = { subject: thingOf(model, action), ...(action.value !== undefined && { before: action.value }) }
    const refused = isRefused(model, operationOf[operation], action, about)
    return [
      `by ${roleOf(action.by)}`,
      `before ${dateClass(action.value, rows)}`,
      `${Math.min(monitors.length, 4)} monitors`,
      `${Math.min(services.length, 2)} services`,
      rows.length === 0 ? 'no rows' : rows.some((day) => day >= today()) ? 'rows of today' : 'old rows',
      `last ${thingOf(model, action).last}`,
      refused ? 'refused' : 'accepted',
      action.more?.session ?? 'newest session',
    ]
  },
  // A reset of a service counts the rows of all its monitors.
  readBacks: (model, random) =>
    operation === 'reset monitor'
      ? Object.values(model.monitors)
          .filter(({ name }) => !isLinked(model, name) || random.chance(0.25))
          .map(({ name, team }) => ({ operation, by: team, of: name }))
      : Object.values(model.services)
          .filter(({ monitors }) => monitors.length > 1 && random.chance(0.75))
          .map(({ name, team, monitors }) => ({ operation, by: team, of: name, uses: monitors })),
  details: (model, action) => ({
    id: thingOf(model, action).id,
    query: action.value === undefined ? undefined : { before: action.value },
  }),
})

export const resetMonitor = reset('reset monitor')
export const resetService = reset('reset service')
