/** Deletes the daily statistics of monitors, in steps of some hundred rows. */
import { ApiError } from '@monitoring-service/http'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './rows.ts'
import { repeatStep } from './steps.ts'

/** So few that a step takes some milliseconds. */
const rowsPerStep = 500
/** Counted for a monitor without statistics, so that a step ends even if it finds no row. */
const leastPerMonitor = 10
/** Sorts after every date. */
const endOfTime = '~'

/** The next row to be deleted: a monitor by its index, and a date. */
interface Position {
  monitor: number
  date: string
}

/**
 * Returns the number of deleted rows.
 * @throws ApiError OUTCOME_UNKNOWN if some rows are deleted and others may not be.
 */
export async function resetStats(
  db: Kysely<Tables>,
  closing: AbortSignal,
  monitorIds: string[],
  before = endOfTime,
): Promise<number> {
  let position: Position = { monitor: 0, date: '' }
  let deleted = 0
  const removeMore = async () => {
    const step = await db.transaction().execute((transaction) => removeSome(transaction, monitorIds, position, before))
    position = step.next
    deleted += step.deleted
    return position.monitor < monitorIds.length
  }
  try {
    await repeatStep(removeMore, closing)
    if (position.monitor < monitorIds.length) throw new ApiError('UNAVAILABLE')
    return deleted
  } catch (cause) {
    throw deleted === 0 ? cause : new ApiError('OUTCOME_UNKNOWN', { cause })
  }
}

async function removeSome(
  transaction: Transaction<Tables>,
  monitorIds: string[],
  { monitor, date }: Position,
  before: string,
): Promise<{ deleted: number; next: Position }> {
  let [deleted, left] = [0, rowsPerStep]
  for (; monitor < monitorIds.length && left > 0; monitor++, date = '') {
    const id = monitorIds[monitor] as string
    // The end of the step is a date, not a number of rows: a concurrent reset may delete some of them first.
    const next = await transaction
      .selectFrom('monitor_daily_stats')
      .select('date')
      .where('monitor_id', '=', id)
      .where('date', '>=', date)
      .where('date', '<', before)
      .orderBy('date')
      .offset(left)
      .limit(1)
      .executeTakeFirst()
    const { numDeletedRows } = await transaction
      .deleteFrom('monitor_daily_stats')
      .where('monitor_id', '=', id)
      .where('date', '>=', date)
      .where('date', '<', next?.date ?? before)
      .executeTakeFirstOrThrow()
    deleted += Number(numDeletedRows)
    left -= Math.max(Number(numDeletedRows), leastPerMonitor)
    if (next) return { deleted, next: { monitor, date: next.date } }
  }
  return { deleted, next: { monitor, date: '' } }
}
