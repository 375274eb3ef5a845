/**
 * The counts of scheduled users by hour. With them, a page of the list is found without counting the users before it.
 * Each write that changes a schedule counts it in its own transaction.
 */
import { type Kysely, sql } from 'kysely'
import type { Tables } from './rows.ts'

/** Values of `deletion_scheduled_at`, before and after a write. */
interface ChangedSchedules {
  removed?: readonly (string | null)[]
  added?: readonly (string | null)[]
}

/** Characters of a time up to its hour, such as `2025-06-15T12`. */
const hourLength = 13
/** Sorts after every date and time that starts like the text before it. */
export const afterEveryDigit = '~'

/** Keeps the counts of users by hour in step with a write. Rows in a fixed order prevent deadlocks. */
export async function countScheduled(
  db: Kysely<Tables>,
  { removed = [], added = [] }: ChangedSchedules,
): Promise<void> {
  const changes = new Map<string, number>()
  const count = (time: string | null, by: number) => {
    const hour = time?.slice(0, hourLength)
    if (hour !== undefined) changes.set(hour, (changes.get(hour) ?? 0) + by)
  }
  for (const time of removed) count(time, -1)
  for (const time of added) count(time, 1)
  const rows = [...changes.keys()].sort().map((hour) => ({ hour, users: changes.get(hour) ?? 0 }))
  const changed = rows.filter(({ users }) => users !== 0)
  if (changed.length === 0) return
  await db
    .insertInto('scheduled_hours')
    .values(changed)
    .onConflict((conflict) =>
      conflict.column('hour').doUpdateSet({ users: sql`scheduled_hours.users + excluded.users` }),
    )
    .execute()
}

/** Corrects the counts that differ from the records: a server of an earlier version, which runs beside, counts none. */
export async function recountScheduled(db: Kysely<Tables>): Promise<void> {
  const scheduled = db
    .selectFrom('users')
    .select([
      sql<string>`substr(deletion_scheduled_at, 1, ${sql.lit(hourLength)})`.as('hour'),
      sql<number>`1`.as('users'),
    ])
    .where('deletion_scheduled_at', 'is not', null)
  const counted = db.selectFrom('scheduled_hours').select(['hour', sql<number>`-users`.as('users')])
  const wrong = await db
    .selectFrom(scheduled.unionAll(counted).as('counts'))
    .select('hour')
    .groupBy('hour')
    .having(sql`sum(users)`, '<>', 0)
    .execute()
  for (const { hour } of wrong) {
    await db.transaction().execute(async (transaction) => {
      await lockHour(transaction, hour)
      const users = transaction
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number>().as('users'))
        .where('deletion_scheduled_at', '>=', hour)
        .where('deletion_scheduled_at', '<', hour + afterEveryDigit)
      await transaction.updateTable('scheduled_hours').set({ users }).where('hour', '=', hour).execute()
    })
  }
}

/** Other writers of the hour wait; the next statement sees what they committed before. */
async function lockHour(transaction: Kysely<Tables>, hour: string): Promise<void> {
  // Not SELECT FOR UPDATE: the row may be missing.
  const row = transaction.insertInto('scheduled_hours').values({ hour, users: 0 })
  const unchanged = { users: sql<number>`scheduled_hours.users` }
  await row.onConflict((conflict) => conflict.column('hour').doUpdateSet(unchanged)).execute()
}
