/** The properties of a reset: the rows that are there, and how its date lies to them. */

import { dayFrom } from '../days.ts'
import { isDue, type Reset, resetIn, servicesOf } from './resets.ts'
import type { RunCall, RunCalls } from './run-calls.ts'

const manyRows = 50

export function resetProperties(call: RunCall, calls: RunCalls): string[] {
  const reset = resetIn(call, calls)
  if (!reset) return []
  const { kind, id, before, today } = reset
  const noun = kind.slice(0, -1)
  const monitors = reset.monitors.map((monitor) => rowsLeft(monitor, call, reset, calls))
  const left = monitors.flat()
  const due = monitors.filter((days) => days.some((day) => isDue(day, reset))).length
  const isShared = reset.monitors.some((monitor) => servicesOf(monitor, reset, calls).some((one) => one !== id))
  return [
    ...(kind === 'monitors'
      ? [isShared ? 'on a monitor of a service' : 'on a monitor that belongs to no service']
      : []),
    ...(kind === 'services' && isShared ? ['on a service with a monitor that another service has'] : []),
    ...(kind === 'services' && due > 1 ? ['on a service with rows to delete in several monitors'] : []),
    ...(kind === 'services' && monitors.length === 0 ? ['on a service without monitors'] : []),
    ...(left.some((day) => day >= today) ? [`on a ${noun} with a row for today or later`] : []),
    ...(left.length === 0 ? [`on a ${noun} without rows`] : []),
    ...(left.length > manyRows ? [`on a ${noun} with more than ${manyRows} rows`] : []),
    ...(before === undefined ? [] : describeDate(before, left, today)),
  ]
}

/** The days of a monitor without those that earlier resets of it, or of this service, have deleted. */
function rowsLeft(monitor: string, call: RunCall, { kind, id }: Reset, calls: RunCalls): readonly string[] {
  const objects = new Set([`${kind}/${id}`, `monitors/${monitor}`])
  const resets = [...objects].flatMap((object) => calls.acceptedOn(call, object).map((one) => resetIn(one, calls)))
  return resets.reduce(
    (days, reset) => (reset ? days.filter((day) => !isDue(day, reset)) : days),
    calls.rows.get(monitor)?.days ?? [],
  )
}

function describeDate(before: string, rows: string[], today: string): string[] {
  const isNext = (day: string) => dayFrom(day, 1) === before
  return [
    ...(rows.includes(before) ? ['with a row for the very day of before'] : []),
    ...(rows.some(isNext) ? ['with a row for the last day before the date'] : []),
    ...(before > today ? ['with a before after today'] : before === today ? ['with today as before'] : []),
    ...(before.endsWith('-02-29') ? ['with 29 February as before'] : []),
    ...(rows.length > 0 && rows.every((day) => day < before) ? ['with a before after all rows'] : []),
    ...(rows.length > 0 && rows.every((day) => day >= before) ? ['with a before that leaves all rows'] : []),
  ]
}
