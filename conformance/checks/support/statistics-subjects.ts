/** The subjects of the two resets, a monitor and a service, and the rows of their statistics. */

import type { Call, Caller, RequestDetails, StatsReset } from '../../client/callers.ts'
import type { Role } from '../../records/cast.ts'
import { firstOf, type Recipe } from '../../records/recipe.ts'
import { monitor, service, threeDays } from '../../records/recipes.ts'
import type { Monitor } from '../../records/sources.ts'
import { dayFrom } from '../../verdict/days.ts'
import type { Assertions, Expect } from '../../verdict/expect.ts'
import { summarizeResponse } from '../../verdict/format.ts'

/** A monitor, or a service with its monitors. */
export interface Thing {
  id: string
  monitors: Monitor[]
}

export interface Subject {
  name: 'monitor' | 'service'
  prefix: string
  /** The ids of its requirements. */
  cites: { all: string; before: string; always: string; count: string; free: string; missing: string; form: string }
  thing(of?: Role, days?: string[]): Recipe<Thing>
  /** Without rows: a monitor, or a service without monitors. */
  empty(of?: Role): Recipe<Thing>
  /** With more rows, or more monitors, than usual. */
  many: Recipe<Thing>
  reset(caller: Caller, id: string, query?: RequestDetails['query']): Call<StatsReset>
}

/** More than a page, a batch or a year of rows, after two of another century. */
const manyDays = ['1999-12-31', '2000-01-01'].concat(
  Array.from({ length: 400 }, (_, index) => new Date(Date.UTC(2023, 0, 1 + index)).toISOString().slice(0, 10)),
)
/** Twelve monitors, one without rows and many with a single row. */
const unevenly = [threeDays, [], ...Array.from({ length: 9 }, () => ['2024-02-28']), threeDays]

export const subjects: Subject[] = [
  {
    name: 'service',
    prefix: 'SERVICE',
    cites: { all: '4.7a', before: '4.7b', always: '4.7c', count: '4.7d', free: '4.7e', missing: '4.7f', form: '4.7g' },
    thing: (of, days) => service(days && [days, days], of),
    empty: (of) => service([], of),
    many: firstOf(service(unevenly), service()),
    reset: (caller, id, query) => caller.resetService(id, query),
  },
  {
    name: 'monitor',
    prefix: 'MONITOR',
    cites: { all: '4.8a', before: '4.8b', always: '4.8c', count: '4.8d', free: '4.8e', missing: '4.8f', form: '4.8g' },
    thing: (of, days) => alone(monitor(days, of)),
    empty: (of) => alone(monitor([], of)),
    many: alone(firstOf(monitor(manyDays), monitor())),
    reset: (caller, id, query) => caller.resetMonitor(id, query),
  },
]

function alone({ make, ...recipe }: Recipe<Monitor>): Recipe<Thing> {
  return {
    ...recipe,
    async make(fixtureContext) {
      const made = await make(fixtureContext)
      return { id: made.id, monitors: [made] }
    },
  }
}

export function rowsOf({ monitors }: Thing): number {
  return monitors.flatMap(({ days }) => days).length
}

/** Expects that a reset is accepted and deletes this number of rows. */
export async function expectDeleted(
  call: Call<StatsReset>,
  expect: Assertions,
  rows: number,
  description?: string,
): Promise<void> {
  const { deletedCount } = await expect(call).accepted()
  expect(deletedCount, 'deletedCount', { of: nameReset(description) }).toBe(rows)
}

/** Expects that a reset deletes no rows. The document leaves open whether it is accepted. */
export async function expectNone(call: Call<StatsReset>, expect: Expect, description: string): Promise<void> {
  const exchange = await call
  const isAccepted = exchange.response.status < 300
  const observation = summarizeResponse(exchange)
  expect.implied(isAccepted, 'a reset that finds no rows is accepted', observation).toHold()
  const done = await expect(call).answered()
  if (done) expect(done.deletedCount, 'deletedCount', { of: nameReset(description) }).toBe(0)
}

const nameReset = (description?: string) => (description === undefined ? undefined : `the reset ${description}`)

/** The rows that a last reset deleted; without any, it may be refused. */
export async function restOf(call: Call<StatsReset>, expect: Expect): Promise<number> {
  return (await expect(call).answered('monitor not found'))?.deletedCount ?? 0
}

/** The number of rows before a date. */
export function rowsBefore({ monitors }: Thing, date: string): number {
  return monitors.flatMap(({ days }) => days).filter((day) => day < date).length
}

/** All days with a row, in ascending order. */
export function daysOf({ monitors }: Thing): string[] {
  return [...new Set(monitors.flatMap(({ days }) => days))].sort()
}

/** The day before a time, its own day and the day after, in UTC. */
export function daysAround(time: Date): string[] {
  return [-1, 0, 1].map((days) => dayFrom(time.toISOString().slice(0, 10), days))
}

/** The day after the last one that has a row. */
export function dayAfter(thing: Thing): string {
  return dayFrom(daysOf(thing).at(-1) ?? '', 1)
}

/** The ends and first days of months and years, and some between them, of ascending days; of few days, all but the first. */
export function turnsOf(days: string[]): string[] {
  const turn = /-(?:01|12)-01$|-12-3[01]$|-0[13]-31$|-03-(?:01|26|27)$|-10-(?:10|29|30)$|-07-09$/
  return days.slice(1).filter((day, index) => days.length < 20 || turn.test(day) || index === days.length - 30)
}
