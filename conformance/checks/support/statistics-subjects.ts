/** The subjects of the two resets, a monitor and a service, and the days of their statistics. */

import type { OperationId } from '@monitoring-service/contract'
import { cited } from '../../document/reset-statistics.ts'
import { firstOf, type Recipe } from '../../records/recipe.ts'
import { monitor, service, threeDays } from '../../records/recipes.ts'
import type { Role } from '../../records/roles.ts'
import type { Monitor, Service } from '../../records/sources.ts'
import { dayFrom } from '../../verdict/days.ts'
import { resetsMonitor, resetsService } from './calls.ts'

type Thing = Monitor | Service

interface Subject {
  name: 'monitor' | 'service'
  prefix: string
  operation: OperationId
  cites: typeof cited.service
  make(of?: Role, days?: string[]): Recipe<Thing>
  /** Without rows: a monitor, or a service without monitors. */
  empty(of?: Role): Recipe<Thing>
  /** With more rows, or more monitors, than usual. */
  many: Recipe<Thing>
  resets: typeof resetsService
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
    operation: 'resetServiceStats',
    cites: cited.service,
    make: (of, days) => service(days && [days, days], of),
    empty: (of) => service([], of),
    many: firstOf(service(unevenly), service()),
    resets: resetsService,
  },
  {
    name: 'monitor',
    prefix: 'MONITOR',
    operation: 'resetMonitorStats',
    cites: cited.monitor,
    make: (of, days) => monitor(days, of),
    empty: (of) => monitor([], of),
    many: firstOf(monitor(manyDays), monitor()),
    resets: resetsMonitor,
  },
]

/** All days with a row, in ascending order. */
export function daysOf(thing: Thing): string[] {
  return 'days' in thing ? thing.days : [...new Set(thing.monitors.flatMap(({ days }) => days))].sort()
}

export function dayAfter(thing: Thing): string {
  return dayFrom(daysOf(thing).at(-1) ?? '', 1)
}

/** The ends and first days of months and years, and some between them, of ascending days; of few days, all but the first. */
export function boundaryDaysOf(days: string[]): string[] {
  const turn = /-(?:01|12)-01$|-12-3[01]$|-0[13]-31$|-03-(?:01|26|27)$|-10-(?:10|29|30)$|-07-09$/
  return days.slice(1).filter((day, index) => days.length < 20 || turn.test(day) || index === days.length - 30)
}
