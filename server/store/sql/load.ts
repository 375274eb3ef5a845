/** Loads records into the tables: in one transaction, or in steps where a transaction keeps other writers waiting. */
import { ApiError } from '@monitoring-service/http'
import type { Kysely, Transaction } from 'kysely'
import { checkKeys, checkOwners, DuplicateKeyError, keysOf, missingOwners, NotEmptyError } from '../integrity.ts'
import { type Data, emptyData } from '../records.ts'
import { chunkSize, chunks } from './chunks.ts'
import { findMissing } from './find-missing.ts'
import { fromIncident, fromTeam, fromUser, type Tables } from './rows.ts'
import { repeatStep } from './steps.ts'

/** So few that a step takes some milliseconds. */
const stepSize = 250

/** Implements Store.load. Without row locks, other writers wait for a transaction to end. */
export async function load(
  db: Kysely<Tables>,
  rowLocks: boolean,
  closing: AbortSignal,
  data: Data,
  resume = false,
): Promise<void> {
  const records = Object.values(data).reduce((sum, { length }) => sum + length, 0)
  const inSteps = !rowLocks && records > chunkSize && !(await isEmpty(db))
  if (!inSteps && !resume) return db.transaction().execute((transaction) => addAll(transaction, data, rowLocks))
  // Faults of the records are found before the first step.
  checkKeys(data)
  const missing = await findMissing(db, data, resume)
  if (!inSteps) return db.transaction().execute((transaction) => addAll(transaction, missing, rowLocks))
  checkOwners(missing, await findOwners(db, missing, rowLocks))
  const pieces = [...piecesOf(missing)]
  let added = 0
  try {
    await repeatStep(async () => {
      const piece = pieces[added]
      if (piece) await db.transaction().execute((transaction) => addAll(transaction, piece, rowLocks))
      added += 1
      return added < pieces.length
    }, closing)
    if (added < pieces.length) throw new ApiError('UNAVAILABLE')
  } catch (cause) {
    throw added === 0 ? cause : new ApiError('OUTCOME_UNKNOWN', { cause })
  }
}

/** In the order of their owners. */
function* piecesOf(data: Data): Generator<Data> {
  for (const name of ['teams', 'users', 'monitors', 'services', 'incidents', 'dailyStats', 'attempts'] as const) {
    for (const some of chunks<Data[typeof name][number]>(data[name], stepSize)) yield { ...emptyData(), [name]: some }
  }
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
  await add(transaction, 'teams', 'teams', data.teams, fromTeam)
  await add(transaction, 'users', 'users', data.users, fromUser)
  await add(transaction, 'monitors', 'monitors', data.monitors, ({ id, teamId }) => ({ id, team_id: teamId }))
  await add(transaction, 'services', 'services', data.services, ({ id, teamId }) => ({ id, team_id: teamId }))
  const links = data.services.flatMap(({ id, monitorIds }) =>
    [...new Set(monitorIds)].map((monitorId) => ({ service_id: id, monitor_id: monitorId })),
  )
  for (const rows of chunks(links)) await transaction.insertInto('service_monitors').values(rows).execute()
  await add(transaction, 'incidents', 'incidents', data.incidents, fromIncident)
  const fromStat = ({ monitorId, date }: Data['dailyStats'][number]) => ({ monitor_id: monitorId, date })
  await add(transaction, 'dailyStats', 'monitor_daily_stats', data.dailyStats, fromStat)
  const fromAttempts = ({ key, count, resetsAt }: Data['attempts'][number]) => ({ key, count, resets_at: resetsAt })
  await add(transaction, 'attempts', 'attempts', data.attempts, fromAttempts)
}

/** Reads the stored teams and monitors that the records need, and prevents their deletion until the commit. */
async function findOwners(transaction: Kysely<Tables>, data: Data, rowLocks: boolean) {
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

async function add<Name extends keyof Data, Table extends keyof Tables>(
  transaction: Transaction<Tables>,
  name: Name,
  table: Table,
  records: Data[Name],
  toRow: (record: Data[Name][number]) => object,
): Promise<void> {
  for (const some of chunks<Data[Name][number]>(records)) {
    const added = await (transaction as unknown as Transaction<Record<string, object>>)
      .insertInto(table)
      .values(some.map(toRow))
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .execute()
    const keys = new Set(added.map((row) => keyOf(row as Row)))
    // `delete` also detects two records of this chunk with the same key.
    for (const record of some) if (!keys.delete(keysOf(record)[0])) throw new DuplicateKeyError(name, ...keysOf(record))
  }
}

type Row = { id: string } | { key: string } | { monitor_id: string; date: string }

function keyOf(row: Row): string {
  if ('date' in row) return `${row.monitor_id} ${row.date}`
  return 'key' in row ? row.key : row.id
}
