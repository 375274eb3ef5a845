/** Loads records into the tables, in one transaction. */
import type { Kysely, Transaction } from 'kysely'
import {
  checkOwners,
  DuplicateKeyError,
  keyOf,
  missingOwners,
  NotEmptyError,
  type StoredOwners,
  uniqueValuesOf,
} from '../integrity.ts'
import type { Data } from '../records.ts'
import type { Tables } from './rows.ts'
import { countScheduled } from './scheduled-hours.ts'
import { listNames, storedLists } from './stored-lists.ts'

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
  for (const name of listNames) await add(transaction, name, data[name])
  for (const users of chunks(data.users)) {
    await countScheduled(transaction, { added: users.map(({ deletionScheduledAt }) => deletionScheduledAt) })
  }
  const links = data.services.flatMap(({ id, monitorIds }) =>
    [...new Set(monitorIds)].map((monitorId) => ({ service_id: id, monitor_id: monitorId })),
  )
  for (const rows of chunks(links)) await transaction.insertInto('service_monitors').values(rows).execute()
}

/** Reads the stored owners that the records need, and prevents their deletion until the commit. */
async function findOwners(transaction: Transaction<Tables>, data: Data, rowLocks: boolean): Promise<StoredOwners> {
  const missing = missingOwners(data)
  const stored: StoredOwners = { teams: [], monitors: [], services: [] }
  for (const ids of chunks([...missing.teams])) {
    const query = transaction.selectFrom('teams').select('id').where('id', 'in', ids)
    stored.teams.push(...(await (rowLocks ? query.forKeyShare() : query).execute()))
  }
  for (const name of ['monitors', 'services'] as const) {
    for (const ids of chunks([...missing[name]])) {
      const query = transaction.selectFrom(name).select(['id', 'team_id as teamId']).where('id', 'in', ids)
      stored[name].push(...(await (rowLocks ? query.forKeyShare() : query).execute()))
    }
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

/** @throws DuplicateKeyError if a record is stored, or there twice. */
async function add(transaction: Transaction<Tables>, name: keyof Data, records: Data[keyof Data]): Promise<void> {
  const { table, key, toRow } = storedLists[name]
  for (const some of chunks<Data[keyof Data][number]>(records)) {
    const added = await (transaction as unknown as Kysely<Record<string, object>>)
      .insertInto(table)
      .values(some.map(toRow as (record: object) => object))
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .execute()
    const keys = new Set(added.map((row) => key.map((column) => row[column as keyof typeof row]).join(' ')))
    // `delete` also detects two records of this chunk with the same key.
    for (const record of some) {
      if (!keys.delete(keyOf(record))) throw new DuplicateKeyError(name, ...uniqueValuesOf(record))
    }
  }
}

/** Splits records into the rows of several statements. */
function* chunks<T>(all: T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += chunkSize) yield all.slice(at, at + chunkSize)
}
