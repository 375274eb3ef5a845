/** Mistaken rules of resets: each changes what the document says (parts 4.7 and 4.8) in one respect. */

import { dayFrom } from '../days.ts'
import { isDue, type Reset, servicesOf } from './resets.ts'
import type { RunCalls } from './run-calls.ts'

export interface Row {
  monitor: string
  day: string
}

export interface ResetRule {
  /** Follows "as if". */
  text: string
  /** The rows that it deletes, of those that are left. */
  deletes(rows: Row[], reset: Reset): Row[]
  /** The count that it returns, if that is not the number of rows that it deletes. */
  counts?(deleted: Row[], rows: Row[], reset: Reset): number
  /** The monitors that the rows belong to; by default those of the object. */
  scope?: 'team' | 'all'
  /** It depends on the order of the monitors, which the target may know otherwise. */
  isByPlace?: true
  /** The refused resets that are carried out all the same. */
  refused?: { status: number; kind: Reset['kind'] }
}

export const deletesDue: ResetRule['deletes'] = (rows, reset) => rows.filter(({ day }) => isDue(day, reset))

type Selects = (row: Row, reset: Reset) => boolean

/** A right selection, of which some rows stay. */
function keeping(text: string, stays: Selects): ResetRule {
  return { text, deletes: (rows, reset) => deletesDue(rows, reset).filter((row) => !stays(row, reset)) }
}

/** A right selection, and some rows more. */
function taking(text: string, goes: Selects, scope?: ResetRule['scope']): ResetRule {
  const isRight: Selects = ({ monitor, day }, reset) => reset.monitors.includes(monitor) && isDue(day, reset)
  const deletes: ResetRule['deletes'] = (rows, reset) => rows.filter((row) => isRight(row, reset) || goes(row, reset))
  return { text, deletes, ...(scope && { scope }) }
}

function counting(text: string, counts: NonNullable<ResetRule['counts']>): ResetRule {
  return { text, deletes: deletesDue, counts }
}

const isOfService = ({ kind }: Reset) => kind === 'services'
/** Common limits of data that is kept, in days. */
const ages: [name: string, days: number][] = [
  ['30 days', 30],
  ['90 days', 90],
  ['a year', 365],
]

/** The most common mistakes come first. */
export function createResetRules(calls: RunCalls, largestCount: number, refusals: Iterable<number>): ResetRule[] {
  const doneAllTheSame = [...refusals].flatMap((status) =>
    (['services', 'monitors'] as const).map((kind): ResetRule => {
      const text = `the resets of a ${kind.slice(0, -1)} that were refused with ${status} were carried out all the same`
      return { text, deletes: deletesDue, refused: { status, kind } }
    }),
  )
  return [...doneAllTheSame, ...aboutDays(), ...aboutMonitors(calls), ...aboutCounts(calls, largestCount)]
}

function aboutDays(): ResetRule[] {
  return [
    taking('the rows for the day of "before" itself were deleted, too', ({ day }, { before }) => day === before),
    taking(
      'the rows for today were deleted where "before" is today',
      ({ day }, { before, today }) => before === today && day === today,
    ),
    keeping(
      'the rows for the last day before "before" stayed',
      ({ day }, { before }) => before !== undefined && day === dayFrom(before, -1),
    ),
    taking('"before" were ignored', ({ monitor }, { monitors }) => monitors.includes(monitor)),
    keeping(
      'a "before" later than today were today',
      ({ day }, { before, today }) => before !== undefined && day >= today,
    ),
    keeping('rows for today and later stayed', ({ day }, { today }) => day >= today),
    keeping('rows for days after today stayed', ({ day }, { today }) => day > today),
    keeping('rows for today stayed', ({ day }, { today }) => day === today),
    ...ages.map(([name, days]) =>
      keeping(`rows of more than ${name} ago stayed`, ({ day }, { today }) => day < dayFrom(today, -days)),
    ),
    ...(['newest', 'oldest'] as const).flatMap((which) => [
      keepingOne(`the row for the ${which} day of each monitor stayed`, which, true),
      keepingOne(`the rows for the ${which} day of the object stayed`, which, false),
    ]),
  ]
}

function keepingOne(text: string, which: 'newest' | 'oldest', isOfEach: boolean): ResetRule {
  const deletes: ResetRule['deletes'] = (rows, reset) => {
    const lastOf = (one: Row) => {
      const days = rows.filter(({ monitor }) => !isOfEach || monitor === one.monitor).map(({ day }) => day)
      return days.sort().at(which === 'newest' ? -1 : 0)
    }
    return deletesDue(rows, reset).filter((row) => row.day !== lastOf(row))
  }
  return { text, deletes }
}

function aboutMonitors(calls: RunCalls): ResetRule[] {
  const isOfOther: Selects = ({ monitor }, reset) =>
    servicesOf(monitor, reset, calls).some((service) => service !== reset.id)
  const isOfEarlier: Selects = ({ monitor }, reset) => servicesOf(monitor, reset, calls)[0] !== reset.id
  const sharesService: Selects = ({ monitor }, reset) =>
    reset.monitors.some((own) =>
      servicesOf(own, reset, calls).some((service) => servicesOf(monitor, reset, calls).includes(service)),
    )
  return [
    keeping(
      'a reset of a service skipped the monitors that another service has, too',
      (row, reset) => isOfService(reset) && isOfOther(row, reset),
    ),
    keeping(
      'a reset of a service skipped the monitors that an earlier service has, too',
      (row, reset) => isOfService(reset) && isOfEarlier(row, reset),
    ),
    keeping(
      'a reset of a monitor deleted nothing if a service has it',
      (row, reset) => !isOfService(reset) && isOfOther(row, reset),
    ),
    ...[1, 2, 3, 4, 5, 8, 10, 20].map((most) => ({
      ...keeping(
        `a reset of a service were about its first ${most === 1 ? 'monitor' : `${most} monitors`} only`,
        ({ monitor }, reset) => isOfService(reset) && reset.monitors.indexOf(monitor) >= most,
      ),
      isByPlace: true as const,
    })),
    keeping(
      'a reset of a service were about its last monitor only',
      ({ monitor }, reset) => isOfService(reset) && monitor !== reset.monitors.at(-1),
    ),
    taking(
      'a reset of a service applied "before" to its first monitor only',
      ({ monitor }, reset) => isOfService(reset) && reset.monitors.indexOf(monitor) > 0,
    ),
    taking(
      'a reset of a service applied "before" to its last monitor only',
      ({ monitor }, reset) =>
        isOfService(reset) && monitor !== reset.monitors.at(-1) && reset.monitors.includes(monitor),
    ),
    taking(
      'a reset of a service were also about the monitors of its team that no service has',
      (row, reset) => isOfService(reset) && isDue(row.day, reset) && servicesOf(row.monitor, reset, calls).length === 0,
      'team',
    ),
    taking(
      'a reset of a monitor were about all monitors of its service',
      (row, reset) => !isOfService(reset) && isDue(row.day, reset) && sharesService(row, reset),
      'team',
    ),
    ...(['all', 'team'] as const).map((scope) =>
      taking(
        `a reset of a service without monitors were about ${scope === 'team' ? 'all monitors of its team' : 'the monitors of all teams'}`,
        ({ day }, reset) => reset.monitors.length === 0 && isDue(day, reset),
        scope,
      ),
    ),
    taking('a reset were about all monitors of its team', ({ day }, reset) => isDue(day, reset), 'team'),
  ]
}

function aboutCounts(calls: RunCalls, largest: number): ResetRule[] {
  return [
    counting(
      'a day with rows in several monitors were counted once',
      (rows) => new Set(rows.map(({ day }) => day)).size,
    ),
    counting('a row were counted once for each service that has its monitor', (deleted, _, reset) =>
      deleted.reduce((sum, { monitor }) => sum + Math.max(1, servicesOf(monitor, reset, calls).length), 0),
    ),
    counting(
      'only the rows of the first monitor with rows were counted',
      (deleted) => deleted.filter(({ monitor }) => monitor === deleted[0]?.monitor).length,
    ),
    counting(
      'only the rows of the last monitor were counted',
      (deleted, _, { monitors }) => deleted.filter(({ monitor }) => monitor === monitors.at(-1)).length,
    ),
    counting(
      'the monitors with rows were counted instead of the rows',
      (deleted) => new Set(deleted.map(({ monitor }) => monitor)).size,
    ),
    counting('rows that stay were counted, too', (_, rows) => rows.length),
    counting('only the rows that stay were counted', (deleted, rows) => rows.length - deleted.length),
    { text: 'rows were counted, but not deleted', deletes: () => [], counts: (_, rows) => rows.length },
    {
      text: `no more than ${largest} rows were deleted at once`,
      deletes: (rows, reset) => deletesDue(rows, reset).slice(0, largest),
    },
    counting(`no more than ${largest} rows were counted`, (deleted) => Math.min(deleted.length, largest)),
  ]
}

/** The rows of the monitors of the object. */
function rowsOf(rows: Row[], { monitors }: Reset): Row[] {
  return rows.filter(({ monitor }) => monitors.includes(monitor))
}

/** The same mistake in some of the resets. */
function onlyFor(
  { text, deletes, counts, ...rule }: ResetRule,
  name: string,
  isMeant: (reset: Reset) => boolean,
): ResetRule {
  return {
    ...rule,
    text: `${text}${name}`,
    deletes: (rows, reset) =>
      (isMeant(reset) ? deletes : deletesDue)(isMeant(reset) ? rows : rowsOf(rows, reset), reset),
    ...(counts && {
      counts: (deleted, rows, reset) => (isMeant(reset) ? counts(deleted, rows, reset) : deleted.length),
    }),
  }
}

const places: [name: string, isMeant: (index: number, length: number) => boolean][] = [
  ['the first monitor', (index) => index === 0],
  ['the last monitor', (index, length) => index === length - 1],
  ['all monitors but the first', (index) => index > 0],
  ['all monitors but the last', (index, length) => index < length - 1],
]

/** The same mistake in some monitors of a service. */
const ofSomeMonitors = (rule: ResetRule) =>
  places.map(([which, isPlace]): ResetRule => {
    const isMeant = ({ monitor }: Row, { monitors }: Reset) => isPlace(monitors.indexOf(monitor), monitors.length)
    const deletes: ResetRule['deletes'] = (rows, reset) => {
      const mistaken = rule.deletes(rows, reset).filter((row) => isMeant(row, reset))
      return [...mistaken, ...deletesDue(rows, reset).filter((row) => !isMeant(row, reset))]
    }
    return onlyFor({ ...rule, deletes, isByPlace: true }, `, of ${which}, in resets of a service`, isOfService)
  })

const ofKinds = (rule: ResetRule) => [
  onlyFor(rule, ', in resets of a service', isOfService),
  onlyFor(rule, ', in resets of a monitor', (reset) => !isOfService(reset)),
]
const withAndWithoutDate = (rule: ResetRule) => [
  onlyFor(rule, ', where "before" is given', ({ before }) => before !== undefined),
  onlyFor(rule, ', where "before" is absent', ({ before }) => before === undefined),
]

/** The same mistake, of which the count shows nothing. */
function countingAll(rule: ResetRule): ResetRule {
  const text = `${rule.text}, and the count were right all the same`
  return { ...rule, text, counts: (_, rows, reset) => deletesDue(rowsOf(rows, reset), reset).length }
}

/** Rules with these changes, the plainest first. */
export const variations: ((rule: ResetRule) => ResetRule[])[] = [
  (rule) => [rule],
  ofKinds,
  withAndWithoutDate,
  (rule) => [countingAll(rule)],
  (rule) => (rule.counts || rule.scope || rule.refused ? [] : ofSomeMonitors(rule)),
  (rule) => [...ofKinds(rule), ...withAndWithoutDate(rule)].map(countingAll),
]
