/** Completes scheduled deletions: first the users and their teams, then what is left of their statistics, in small steps. */
import type { Kysely } from 'kysely'
import { retryOnConflict } from './retry.ts'
import type { Tables } from './rows.ts'

/** How many monitors' statistics go in one step: some thousand rows each. */
const step = 10

/**
 * As Store.completeDeletions says. Cut off at any moment, the next call goes on. Each step is repeated by itself: what
 * an earlier one did is counted already.
 */
export async function completeDeletions(
  db: Kysely<Tables>,
  now: string,
  limit: number,
  rowLocks: boolean,
): Promise<number> {
  const count = await retryOnConflict(() => removeUsers(db, now, limit, rowLocks))
  while ((await retryOnConflict(() => removeStats(db))) === step);
  return count
}

function removeUsers(db: Kysely<Tables>, now: string, limit: number, rowLocks: boolean): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const due = await transaction
      .selectFrom('users')
      .select(['id', 'team_id'])
      .where('deletion_scheduled_at', '<=', now)
      .orderBy('deletion_scheduled_at')
      .orderBy('id')
      .limit(limit)
      .execute()
    if (due.length === 0) return 0
    const teamIds = [...new Set(due.map(({ team_id }) => team_id))]
    // Whoever else deletes or adds a member of these teams waits; in one order, or two could wait for each other.
    if (rowLocks) {
      await transaction.selectFrom('teams').select('id').where('id', 'in', teamIds).orderBy('id').forUpdate().execute()
    }
    const ids = due.map(({ id }) => id)
    const gone = await transaction
      .deleteFrom('users')
      .where('id', 'in', ids)
      .where('deletion_scheduled_at', '<=', now)
      .returning('email')
      .execute()
    const keys = gone.flatMap(({ email }) => [email, `signup ${email}`])
    if (keys.length > 0) await transaction.deleteFrom('attempts').where('key', 'in', keys).execute()
    const left = transaction
      .selectFrom('teams')
      .select('teams.id')
      .where('teams.id', 'in', teamIds)
      .where(({ not, exists }) =>
        not(
          exists((members) =>
            members.selectFrom('users').select('users.id').whereRef('users.team_id', '=', 'teams.id'),
          ),
        ),
      )
    const teams = (await left.execute()).map(({ id }) => id)
    if (teams.length > 0) {
      await transaction
        .insertInto('gone_monitors')
        .columns(['id'])
        .expression((monitors) => monitors.selectFrom('monitors').select('id').where('team_id', 'in', teams))
        .onConflict((known) => known.doNothing())
        .execute()
      await transaction.deleteFrom('teams').where('id', 'in', teams).execute()
    }
    return gone.length
  })
}

/** Removes the statistics of some monitors that are gone; returns how many monitors that were. */
function removeStats(db: Kysely<Tables>): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    // Their names go first: whoever brings one of these monitors back waits for that, and finds nothing to mistake.
    const some = await transaction
      .deleteFrom('gone_monitors')
      .where('id', 'in', (gone) => gone.selectFrom('gone_monitors').select('id').orderBy('id').limit(step))
      .returning('id')
      .execute()
    const ids = some.map(({ id }) => id)
    if (ids.length > 0) await transaction.deleteFrom('monitor_daily_stats').where('monitor_id', 'in', ids).execute()
    return ids.length
  })
}
