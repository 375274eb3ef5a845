/** Loads records into the tables: in one transaction, or in steps where a transaction keeps other writers waiting. */
import { ApiError } from '@monitoring-service/http'
import type { Kysely, Transaction } from 'kysely'
import { checkKeys, checkOwners, DuplicateKeyError, keysOf, missingOwners, NotEmptyError } from '../integrity.ts'
import { type Data, emptyData } from '../records.ts'
import { chunkSize, chunks } from './chunks.ts'
import { tables } from './dump.ts'
import { findMissing } from './find-missing.ts'
import { fromIncident, fromTeam, fromUser, type Tables } from './rows.ts'
import { countQuery, countScheduled, type ExpectedQuery } from './scheduled-hours.ts'
import { repeatStep } from './steps.ts'

/** So few that a step takes some milliseconds. */
const stepSize = 250

export interface LoadEngine {
  /** Whether a transaction must lock the rows it relies on. Without row locks, only one transaction runs at a time. */
  rowLocks: boolean
  /**
   * Runs a transaction without waiting for its caller in between, if other writers wait for its end. Undoes it and
   * returns false if a number of rows differs.
   */
  runExpected?(queries: ExpectedQuery[], db: Kysely<Tables>): Promise<boolean>
}

/** Implements Store.load. With `runExpected`, it adds many records in steps. */
export async function load(
  db: Kysely<Tables>,
  { rowLocks, runExpected }: LoadEngine,
  closing: AbortSignal,
  data: Data,
  resume = false,
): Promise<void> {
  const records = Object.values(data).reduce((sum, { length }) => sum + length, 0)
  const inSteps = runExpected && records > chunkSize && !(await isEmpty(db))
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
      const isAdded = piece?.services.length === 0 && (await runExpected(expectedQueries(db, piece), db))
      if (piece && !isAdded) {
        await db.transaction().execute((transaction) => addAll(transaction, piece, rowLocks))
      }
      added += 1
      return added < pieces.length
    }, closing)
    if (added < pieces.length) throw new ApiError('UNAVAILABLE')
  } catch (cause) {
    throw added === 0 ? cause : new ApiError('OUTCOME_UNKNOWN', { cause })
  }
}

/** The queries of `addAll` for records of one collection but services, if nothing is in their way. */
function expectedQueries(db: Kysely<Tables>, data: Data): ExpectedQuery[] {
  const { teams, monitors } = missingOwners(data)
  const gone = data.monitors.map(({ id }) => id)
  const queries: ExpectedQuery[] = []
  if (teams.size > 0) queries.push({ query: findTeams(db, [...teams]), rows: teams.size })
  if (monitors.size > 0) queries.push({ query: findMonitors(db, [...monitors]), rows: monitors.size })
  if (gone.length > 0)
    queries.push({ query: db.selectFrom('gone_monitors').select('id').where('id', 'in', gone), rows: 0 })
  for (const name of Object.keys(data) as (keyof Data)[]) {
    if (data[name].length > 0) queries.push({ query: insert(db, name, data[name]), rows: data[name].length })
  }
  const counts = countQuery(db, [], schedulesOf(data.users))
  return counts ? [...queries, counts] : queries
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
  await add(transaction, 'teams', data.teams)
  await add(transaction, 'users', data.users)
  for (const users of chunks(data.users)) await countScheduled(transaction, [], schedulesOf(users))
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

const schedulesOf = (users: Data['users']) => users.map(({ deletionScheduledAt }) => deletionScheduledAt)

/** Reads the stored teams and monitors that the records need, and prevents their deletion until the commit. */
async function findOwners(transaction: Kysely<Tables>, data: Data, rowLocks: boolean) {
  const missing = missingOwners(data)
  const stored: { teams: { id: string }[]; monitors: Data['monitors'] } = { teams: [], monitors: [] }
  for (const ids of chunks([...missing.teams])) {
    const query = findTeams(transaction, ids)
    stored.teams.push(...(await (rowLocks ? query.forKeyShare() : query).execute()))
  }
  for (const ids of chunks([...missing.monitors])) {
    const query = findMonitors(transaction, ids)
    stored.monitors.push(...(await (rowLocks ? query.forKeyShare() : query).execute()))
  }
  return stored
}

function findTeams(db: Kysely<Tables>, ids: string[]) {
  return db.selectFrom('teams').select('id').where('id', 'in', ids)
}

function findMonitors(db: Kysely<Tables>, ids: string[]) {
  return db.selectFrom('monitors').select(['id', 'team_id as teamId']).where('id', 'in', ids)
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
    const added = await insert(transaction, name, some).returningAll().execute()
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

/** Adds the records of one table whose keys are not stored. */
function insert<Name extends keyof Data>(db: Kysely<Tables>, name: Name, records: Data[Name][number][]) {
  return (db as unknown as Kysely<Record<string, object>>)
    .insertInto(tables[name])
    .values(records.map(toRow[name]))
    .onConflict((conflict) => conflict.doNothing())
}

type Row = { id: string } | { key: string } | { monitor_id: string; date: string }

function keyOf(row: Row): string {
  if ('date' in row) return `${row.monitor_id} ${row.date}`
  return 'key' in row ? row.key : row.id
}
