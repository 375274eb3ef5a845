/** Deletes the daily statistics of monitors, in steps of some thousand rows. */
import { ApiError } from '@monitoring-service/http'
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { RunQuery } from './queries.ts'
import type { Tables } from './rows.ts'
import { afterEveryDigit } from './scheduled-hours.ts'
import { repeatStep } from './steps.ts'

interface StepSize {
  monitors: number
  rows: number
}

/** Most resets end with the first step, about the rows of sixty monitors in a year; it takes some 15 milliseconds. */
const firstStep: StepSize = { monitors: 60, rows: 22_000 }
/** Shorter, since many follow: other writers wait for a step on SQLite, and for its journal on PostgreSQL. */
const laterStep: StepSize = { monitors: 16, rows: 6_000 }

/** The rows of some monitors from a place on, in the order of the primary key. */
interface Rows {
  /** Of monitors, sorted. */
  ids: string[]
  /** The first date of the first monitor. */
  from: string
}

interface Range extends Rows {
  /** The date after the last one of the last monitor. */
  until?: string | undefined
  before: string | undefined
}

/** The condition that a row is between two places in the order of monitors and dates, and before a date. */
const inRange =
  ({ ids, from, until = afterEveryDigit, before = afterEveryDigit }: Range) =>
  (row: ExpressionBuilder<Tables, 'monitor_daily_stats'>) =>
    row.and([
      row('monitor_id', 'in', ids),
      row('date', '<', before),
      row.or([row('monitor_id', '!=', ids[0] as string), row('date', '>=', from)]),
      row.or([row('monitor_id', '!=', ids.at(-1) as string), row('date', '<', until)]),
    ])

interface Database {
  db: Kysely<Tables>
  run: RunQuery
}

/** Deletes the first of the rows that are left; returns their number, and what is left then. */
async function removeStep({ db, run }: Database, left: Rows, before: string | undefined, size: StepSize) {
  const ids = left.ids.slice(0, size.monitors)
  // The step ends at a key, not after a number of rows: a concurrent reset may delete some of them first.
  const firstBeyond = db
    .selectFrom('monitor_daily_stats')
    .select(['monitor_id', 'date'])
    .where(inRange({ ids, from: left.from, before }))
    .orderBy('monitor_id')
    .orderBy('date')
    .offset(size.rows)
    .limit(1)
  const [beyond] = (await run(firstBeyond.compile())).rows
  const cut = beyond ? ids.indexOf(beyond.monitor_id) : ids.length
  const range = { ids: ids.slice(0, cut + 1), from: left.from, until: beyond?.date, before }
  const { numAffectedRows } = await run(db.deleteFrom('monitor_daily_stats').where(inRange(range)).compile())
  const rest: Rows = { ids: left.ids.slice(cut), from: beyond?.date ?? '' }
  return { deleted: Number(numAffectedRows), left: rest }
}

/**
 * @param monitorIds sorted.
 * @param before the first date that stays; without it, all are deleted.
 * @returns the number of deleted rows.
 * @throws ApiError OUTCOME_UNKNOWN if some rows are deleted and others may not be.
 */
export async function resetStats(
  { closing, ...database }: Database & { closing: AbortSignal },
  monitorIds: string[],
  before?: string,
): Promise<number> {
  let left: Rows = { ids: monitorIds, from: '' }
  let size = firstStep
  let deleted = 0
  /** Returns whether there may be more. */
  const removeSome = async () => {
    if (left.ids.length === 0) return false
    const step = await removeStep(database, left, before, size)
    deleted += step.deleted
    left = step.left
    size = laterStep
    return left.ids.length > 0
  }

  try {
    await repeatStep(removeSome, closing)
    // The store closes.
    if (left.ids.length > 0) throw new ApiError('UNAVAILABLE')
    return deleted
  } catch (cause) {
    throw deleted === 0 ? cause : new ApiError('OUTCOME_UNKNOWN', { cause })
  }
}
