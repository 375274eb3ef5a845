/** Loads records into the tables, in one transaction. */
import type { Kysely, Transaction } from 'kysely'
import { checkOwners, DuplicateKeyError, keysOf, missingOwners, NotEmptyError } from '../integrity.ts'
import type { Data } from '../records.ts'
import { tables } from './dump.ts'
import { fromIncident, fromTeam, fromUser, type Tables } from './rows.ts'
import { countScheduled } from './scheduled-hours.ts'

/** Engines limit the number of values in one statement, to some ten thousand. */
const chunkSize = 1_000

/** Implements Store.load. */
export function load(db: Kysely<Tables>, data: Data, rowLocks: boolean): Promise<void> {
  return db.transaction().execute((transaction) => addAll(transaction, data, rowLocks))
}

export async function isEmpty(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('teams').select('id').limit(1).executeTakeFirst()) === undefined
}

/** Implements Store.restore. */
export function restore(db: Kysely<Tables>, pieces: AsyncIterable<Data>, rowLocks: boolean): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    if (!(await isEmpty(transaction))) throw new NotEmptyError()
    for await (const piece of pieces) await addAll(transaction, piece, rowLocks)
  })
}

async function addAll(transaction: Transaction<Tables>, data: Data, rowLocks: boolean): Promise<void> {
  checkOwners(data, await findOwners(transaction, data, rowLocks))
  await removeOldStats(transaction, data)
  await add(transaction, 'teams', data.teams)
  await add(transaction, 'users', data.users)
  for (const users of chunks(data.users)) {
    const schedules = users.map(({ deletionScheduledAt }) => deletionScheduledAt)
    await countScheduled(transaction, [], schedules)
  }
  await add(transaction, 'monitors', data.monitors)
  await add(transaction, 'services', data.services)
  const links = data.services.flatMap(({ id, monitorIds }) =>
    [...new Set(monitorIds)].map((monitorId) => ({ service_id: id, monitor_id: monitorId })),
  )
  for (const rows of chunks(links)) await transaction.insertInto('service_monitors').values(rows).execute()
  await add(transaction, 'incidents', data.incidents)
  await add(transaction, 'dailyStats', data.dailyStats)
  await add(transaction, 'attempts', data.attempts)
}

/** Reads the stored teams and monitors that the records need, and prevents their deletion until the commit. */
async function findOwners(transaction: Transaction<Tables>, data: Data, rowLocks: boolean) {
  const missing = missingOwners(data)
  const stored: { teams: { id: string }[]; monitors: Data['monitors'] } = { teams: [], monitors: [] }
  for (const ids of chunks([...missing.teams])) {
    const query = transaction.selectFrom('teams').select('id').where('id', 'in', ids)
    stored.teams.push(...(await (rowLocks ? query.forKeyShare() : query).execute()))
  }
  for (const ids of chunks([...missing.monitors])) {
    const query = transaction.selectFrom('monitors').select(['id', 'team_id as teamId']).where('id', 'in', ids)
    stored.monitors.push(...(await (rowLocks ? query.forKeyShare() : query).execute()))
  }
  return stored
}

/** Deletes the remaining statistics of deleted monitors whose ids are loaded again. */
async function removeOldStats(transaction: Transaction<Tables>, { monitors }: Data): Promise<void> {
  for (const some of chunks(monitors)) {
    const ids = some.map(({ id }) => id)
    const gone = await transaction.deleteFrom('gone_monitors').where('id', 'in', ids).returning('id').execute()
    const again = gone.map(({ id }) => id)
    if (again.length > 0) await transaction.deleteFrom('monitor_daily_stats').where('monitor_id', 'in', again).execute()
  }
}

async function add<Name extends keyof Data>(
  transaction: Transaction<Tables>,
  name: Name,
  records: Data[Name],
): Promise<void> {
  for (const some of chunks<Data[Name][number]>(records)) {
    const added = await (transaction as unknown as Kysely<Record<string, object>>)
      .insertInto(tables[name])
      .values(some.map(toRow[name]))
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .execute()
    const keys = new Set(added.map((row) => keyOf(row as Row)))
    // `delete` also detects two records of this chunk with the same key.
    for (const record of some) if (!keys.delete(keysOf(record)[0])) throw new DuplicateKeyError(name, ...keysOf(record))
  }
}

const toRow: { [Name in keyof Data]: (record: Data[Name][number]) => object } = {
  teams: fromTeam,
  users: fromUser,
  monitors: ({ id, teamId }) => ({ id, team_id: teamId }),
  services: ({ id, teamId }) => ({ id, team_id: teamId }),
  incidents: fromIncident,
  dailyStats: ({ monitorId, date }) => ({ monitor_id: monitorId, date }),
  attempts: ({ key, count, resetsAt }) => ({ key, count, resets_at: resetsAt }),
}

type Row = { id: string } | { key: string } | { monitor_id: string; date: string }

function keyOf(row: Row): string {
  if ('date' in row) return `${row.monitor_id} ${row.date}`
  return 'key' in row ? row.key : row.id
}

/** Splits records into the rows of several statements. */
function* chunks<T>(all: T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += chunkSize) yield all.slice(at, at + chunkSize)
}
