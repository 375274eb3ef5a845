/** Completes scheduled deletions: deletes users and teams first, then the remaining statistics in small steps. */
import type { Kysely, Transaction } from 'kysely'
import { attemptKeysOf } from '../attempt-keys.ts'
import type { DeletedUser } from '../store.ts'
import type { Tables } from './rows.ts'
import { countScheduled } from './scheduled-hours.ts'
import { repeatStep } from './steps.ts'

/** So few that a step takes some milliseconds. */
const usersPerStep = 10

interface Completion {
  db: Kysely<Tables>
  closing: AbortSignal
  rowLocks: boolean
  now: string
  /** The most users. */
  limit: number
  onDeleted: ((users: DeletedUser[]) => void) | undefined
}

/** Implements Store.completeDeletions. An interrupted call is continued by the next one. */
export async function completeDeletions(completion: Completion): Promise<number> {
  const { db, closing, limit, onDeleted } = completion
  let count = 0
  await repeatStep(async () => {
    const removed = await removeUsers(completion, Math.min(usersPerStep, limit - count))
    if (!removed) return false
    if (removed.length > 0) onDeleted?.(removed)
    count += removed.length
    return count < limit
  }, closing)
  await repeatStep(() => removeStats(db), closing)
  return count
}

/** Returns undefined if no user is due; another call may have deleted those that are. */
function removeUsers({ db, now, rowLocks }: Completion, limit: number): Promise<DeletedUser[] | undefined> {
  return db.transaction().execute(async (transaction) => {
    const due = await transaction
      .selectFrom('users')
      .select(['id', 'team_id'])
      .where('deletion_scheduled_at', '<=', now)
      .orderBy('deletion_scheduled_at')
      .orderBy('id')
      .limit(limit)
      .execute()
    if (due.length === 0) return undefined
    const userIds = due.map(({ id }) => id)
    const teamIds = [...new Set(due.map(({ team_id }) => team_id))]
    // Callers that add or delete members of these teams wait. A fixed lock order prevents deadlocks.
    if (rowLocks) {
      await transaction.selectFrom('teams').select('id').where('id', 'in', teamIds).orderBy('id').forUpdate().execute()
    }
    const removed = await transaction
      .deleteFrom('users')
      .where('id', 'in', userIds)
      .where('deletion_scheduled_at', '<=', now)
      .returning(['email', 'id as userId', 'team_id as teamId', 'deletion_scheduled_at as deletionScheduledAt'])
      .execute()
    const keys = removed.flatMap(({ email }) => attemptKeysOf(email))
    if (keys.length > 0) await transaction.deleteFrom('attempts').where('key', 'in', keys).execute()
    await removeEmptyTeams(transaction, teamIds)
    await countScheduled(transaction, { removed: removed.map(({ deletionScheduledAt }) => deletionScheduledAt) })
    await transaction.deleteFrom('scheduled_hours').where('hour', '<=', now).where('users', '=', 0).execute()
    return removed.map(({ email: _, ...user }) => user as DeletedUser)
  })
}

/** Deletes the teams without members, and records their monitors, whose statistics are deleted later. */
async function removeEmptyTeams(transaction: Transaction<Tables>, teamIds: string[]): Promise<void> {
  const empty = await transaction
    .selectFrom('teams')
    .select('teams.id')
    .where('teams.id', 'in', teamIds)
    .where(({ not, exists }) =>
      not(exists((users) => users.selectFrom('users').select('users.id').whereRef('users.team_id', '=', 'teams.id'))),
    )
    .execute()
  if (empty.length === 0) return
  const ids = empty.map(({ id }) => id)
  await transaction
    .insertInto('gone_monitors')
    .columns(['id'])
    .expression((monitors) => monitors.selectFrom('monitors').select('id').where('team_id', 'in', ids))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await transaction.deleteFrom('teams').where('id', 'in', ids).execute()
}

/** Deletes the statistics of one deleted monitor, some hundred rows; returns whether there was one. */
function removeStats(db: Kysely<Tables>): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // The id is deleted first: a load that adds this monitor again waits until its old statistics are gone.
    const removed = await transaction
      .deleteFrom('gone_monitors')
      .where('id', 'in', (gone) => gone.selectFrom('gone_monitors').select('id').orderBy('id').limit(1))
      .returning('id')
      .executeTakeFirst()
    if (!removed) return false
    await transaction.deleteFrom('monitor_daily_stats').where('monitor_id', '=', removed.id).execute()
    return true
  })
}
