/** The subjects of the two resets, a monitor and a service, and the days of their statistics. */

import type { OperationId } from '@monitoring-service/contract'
import { cited } from '../../document/reset-statistics.ts'
import { firstOf, type Recipe } from '../../records/recipe.ts'
import { monitor, service, threeDays } from '../../records/recipes.ts'
import type { Role } from '../../records/roles.ts'
import type { Monitor, Service } from '../../records/sources.ts'
import type { Condition } from '../../verdict/conditions.ts'
import { dayFrom } from '../../verdict/days.ts'
import { resetsMonitor, resetsService } from './calls.ts'

type Thing = Monitor | Service

export interface Subject {
  name: 'monitor' | 'service'
  prefix: string
  operation: OperationId
  notFound: Condition
  cites: (typeof cited)['service' | 'monitor']
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
    notFound: 'service not found',
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
    notFound: 'monitor not found',
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

/** Of many days, ends and first days of months, years and summer time, and some between them; of few, all but the first. */
export function boundaryDaysOf(days: string[]): string[] {
  const boundaries = [
    ...['2000-01-01', '2023-01-01', '2023-01-31', '2023-03-01', '2023-03-26', '2023-03-27', '2023-03-31', '2023-07-09'],
    ...['2023-10-10', '2023-10-29', '2023-10-30', '2023-12-01', '2023-12-30', '2023-12-31', '2024-01-01', '2024-01-07'],
    '2024-01-31',
  ]
  return days.length < 20 ? days.slice(1) : boundaries
}
