/** Document 4.7 and 4.8: resetting daily statistics: which calls are tried. What must hold of their responses is in document/. */

import type { Model, Monitor, Service } from '../document/state.ts'
import { dayFrom } from '../verdict/days.ts'
import type { Action, Proposer, RequestKind } from './action.ts'
import { isRefused } from './foresee.ts'
import { proposeCaller, roleOf, withSession } from './propose-caller.ts'
import { boundaryDays, farDays, notDays, today } from './values.ts'

const operationOf = { 'reset monitor': 'resetMonitorStats', 'reset service': 'resetServiceStats' } as const
type KindName = keyof typeof operationOf

function thingOf(model: Model, { kind, of = '' }: Action): Monitor | Service {
  return (kind === 'reset monitor' ? model.monitors[of] : model.services[of]) as Monitor | Service
}

function monitorsOf(model: Model, { kind, of = '' }: Action): Monitor[] {
  const names = kind === 'reset monitor' ? [of] : [...new Set(model.services[of]?.monitors)]
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

function dateClass(value: string | undefined, monitors: Monitor[]): string {
  if (value === undefined) return 'none'
  if (notDays.includes(value)) return 'not a date'
  if (value >= today()) return 'today or later'
  const days = monitors.flatMap(({ days }) => days ?? [])
  const place = days.includes(value)
    ? 'a day with a row'
    : days.some((day) => day < value)
      ? 'after a row'
      : 'before all'
  return `${place} ${value.slice(5) === '02-29' ? 'leap' : value.slice(8) === '01' ? 'first' : ''}`
}

/** The row next to the date, by what is special about its day. */
function edgeOf(before: string | undefined, rows: string[]): string {
  if (before === undefined) return `all, first ${specialOf([...rows].sort()[0] ?? '')}`
  const isRow = rows.includes(before)
  const previous =
    rows
      .filter((day) => day < before)
      .sort()
      .at(-1) ?? ''
  const isNextDay = previous !== '' && dayFrom(previous, 1) === before
  return `${isRow ? 'on' : isNextDay ? 'the day after' : 'apart from'} ${specialOf(isRow ? before : previous)}`
}

function specialOf(day: string): string {
  if (day === '') return 'no row'
  if (day.endsWith('-02-29')) return 'a leap day'
  if (day.endsWith('-12-31') || day.endsWith('-01-01')) return 'the turn of a year'
  if (dayFrom(day, 1).endsWith('-01')) return 'the end of a month'
  return day.endsWith('-01') ? 'the first of a month' : day >= today() ? 'today' : 'a day'
}

const resetKind = (kind: KindName): RequestKind => ({
  area: 'statistics',
  propose(proposer) {
    const { model, random } = proposer
    const things = Object.values(kind === 'reset monitor' ? model.monitors : model.services)
    const full = things.filter(({ name }) =>
      monitorsOf(model, { kind, by: '', of: name }).some(({ days }) => days?.length),
    )
    const thing = random.pickRecent<Monitor | Service>(full.length > 0 && random.chance(0.92) ? full : things)
    if (!thing) return undefined
    const action: Action = { kind, by: proposeCaller(proposer, thing.team), of: thing.name }
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
    const refused = isRefused(model, operationOf[kind], action, about)
    return [
      `by ${roleOf(action.by)}`,
      `before ${dateClass(action.value, monitors)}`,
      `${Math.min(monitors.length, 4)} monitors`,
      `${Math.min(services.length, 2)} services`,
      rows.length === 0 ? 'no rows' : rows.some((day) => day >= today()) ? 'rows of today' : 'old rows',
      `last ${thingOf(model, action).last}`,
      refused ? 'refused' : edgeOf(action.value, rows),
      refused ? 'refused' : 'accepted',
      action.more?.session ?? 'newest session',
    ]
  },
  send(caller, model, action) {
    const { id } = thingOf(model, action)
    const query = action.value === undefined ? undefined : { before: action.value }
    return kind === 'reset monitor' ? caller.resetMonitor(id, query) : caller.resetService(id, query)
  },
})

export const resetMonitorKind = resetKind('reset monitor')
export const resetServiceKind = resetKind('reset service')
