/** Deletes the daily statistics of monitors, in steps of some thousand rows. */
import { ApiError } from '@monitoring-service/http'
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { RunQuery } from './queries.ts'
import type { Tables } from './rows.ts'
import { afterEveryDigit } from './scheduled-hours.ts'
import { repeatStep } from './steps.ts'

/** Most resets end with the first step, about the rows of sixty monitors in a year; it takes some 15 milliseconds. */
const firstStep = { monitors: 60, rows: 22_000 }
/** Shorter, since many follow: other writers wait for a step on SQLite, and for its journal on PostgreSQL. */
const laterStep = { monitors: 16, rows: 6_000 }

interface Rows {
  /** Of monitors, sorted. */
  ids: string[]
  /** The first date of the first monitor. */
  from: string
  /** The date after the last one of the last monitor. */
  until?: string | undefined
  before?: string | undefined
}

/** The rows of some monitors in the order of the primary key. */
const rowsBetween =
  ({ ids, from, until = afterEveryDigit, before = afterEveryDigit }: Rows) =>
  (row: ExpressionBuilder<Tables, 'monitor_daily_stats'>) =>
    row.and([
      row('monitor_id', 'in', ids),
      row('date', '<', before),
      row.or([row('monitor_id', '!=', ids[0] as string), row('date', '>=', from)]),
      row.or([row('monitor_id', '!=', ids.at(-1) as string), row('date', '<', until)]),
    ])

/**
 * @param monitorIds sorted.
 * @returns the number of deleted rows.
 * @throws ApiError OUTCOME_UNKNOWN if some rows are deleted and others may not be.
 */
export async function resetStats(
  { db, run, closing }: { db: Kysely<Tables>; run: RunQuery; closing: AbortSignal },
  monitorIds: string[],
  before?: string,
): Promise<number> {
  let step = firstStep
  /** The monitors that are left, and the first date that is left of the first of them. */
  let [left, from] = [monitorIds, '']
  let deleted = 0

  /** Deletes the rows of one step; returns whether there may be more. */
  async function removeSome(): Promise<boolean> {
    if (left.length === 0) return false
    const ids = left.slice(0, step.monitors)
    // The step ends at a key, not after a number of rows: a concurrent reset may delete some of them first.
    const next = db
      .selectFrom('monitor_daily_stats')
      .select(['monitor_id', 'date'])
      .where(rowsBetween({ ids, from, before }))
      .orderBy('monitor_id')
      .orderBy('date')
      .offset(step.rows)
      .limit(1)
    const [end] = (await run(next.compile())).rows
    const done = end ? ids.slice(0, ids.indexOf(end.monitor_id) + 1) : ids
    const removed = rowsBetween({ ids: done, from, until: end?.date, before })
    const removal = db.deleteFrom('monitor_daily_stats').where(removed)
    deleted += Number((await run(removal.compile())).numAffectedRows)
    left = left.slice(end ? done.length - 1 : done.length)
    from = end?.date ?? ''
    step = laterStep
    return left.length > 0
  }

  try {
    await repeatStep(removeSome, closing)
    if (left.length > 0) throw new ApiError('UNAVAILABLE')
    return deleted
  } catch (cause) {
    throw deleted === 0 ? cause : new ApiError('OUTCOME_UNKNOWN', { cause })
  }
}
