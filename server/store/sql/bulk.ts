/** Loads records into the tables, and dumps and counts the records of all tables. */
import { type Kysely, sql, type Transaction } from 'kysely'
import { checkOwners, DuplicateKeyError, keysOf, missingOwners, NotEmptyError } from '../integrity.ts'
import { type Data, emptyData } from '../records.ts'
import { fromIncident, fromTeam, fromUser, type Tables, toIncident, toTeam, toUser } from './rows.ts'

/** Rows per statement: engines limit the number of values in one, to some ten thousand. */
const chunkSize = 1_000
/** Rows per statement of a dump, so that no statement takes long. */
const pageSize = 10_000

/** Adds records, all or none. @throws Error in one line as Store.load does. */
export function load(db: Kysely<Tables>, data: Data, rowLocks: boolean): Promise<void> {
  return db.transaction().execute((transaction) => addAll(transaction, data, rowLocks))
}

/** Implements Store.restore. */
export function restore(db: Kysely<Tables>, pieces: AsyncIterable<Data>, rowLocks: boolean): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const team = await transaction.selectFrom('teams').select('id').limit(1).executeTakeFirst()
    if (team) throw new NotEmptyError()
    for await (const piece of pieces) await addAll(transaction, piece, rowLocks)
  })
}

async function addAll(transaction: Transaction<Tables>, data: Data, rowLocks: boolean): Promise<void> {
  checkOwners(data, await lockOwners(transaction, data, rowLocks))
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
async function lockOwners(transaction: Transaction<Tables>, data: Data, rowLocks: boolean) {
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

function* chunks<T>(all: T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += chunkSize) yield all.slice(at, at + chunkSize)
}

/** Implements Store.dumpPieces. */
export function dumpPieces(db: Kysely<Tables>, use: (piece: Data) => Promise<void>): Promise<void> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (transaction) => {
    const pages = <Table extends keyof Tables>(table: Table, ...key: (keyof Tables[Table] & string)[]) =>
      readPages(transaction, table, key)
    const piece = (records: Partial<Data>) => use({ ...emptyData(), ...records })
    for await (const rows of pages('teams', 'id')) await piece({ teams: rows.map(toTeam) })
    for await (const rows of pages('users', 'id')) await piece({ users: rows.map(toUser) })
    for await (const rows of pages('monitors', 'id')) {
      await piece({ monitors: rows.map(({ id, team_id }) => ({ id, teamId: team_id })) })
    }
    for await (const rows of pages('services', 'id')) {
      const linksOf = await readLinks(transaction, rows)
      await piece({ services: rows.map(({ id, team_id }) => ({ id, teamId: team_id, monitorIds: linksOf(id) })) })
    }
    for await (const rows of pages('incidents', 'id')) await piece({ incidents: rows.map(toIncident) })
    for await (const rows of pages('monitor_daily_stats', 'monitor_id', 'date')) {
      await piece({ dailyStats: rows.map(({ monitor_id, date }) => ({ monitorId: monitor_id, date })) })
    }
    for await (const rows of pages('attempts', 'key')) {
      await piece({ attempts: rows.map(({ key, count, resets_at }) => ({ key, count, resetsAt: resets_at })) })
    }
  })
}

/** Returns a consistent snapshot of all records. */
export async function dump(db: Kysely<Tables>): Promise<Data> {
  const all = emptyData()
  await dumpPieces(db, async (piece) => {
    for (const [name, records] of Object.entries(piece)) {
      for (const record of records) (all[name as keyof Data] as object[]).push(record)
    }
  })
  return all
}

/** Reads the linked monitors of a page of services. */
async function readLinks(transaction: Transaction<Tables>, services: Tables['services'][]) {
  const links = await transaction
    .selectFrom('service_monitors')
    .selectAll()
    .where('service_id', '>=', services[0]?.id ?? '')
    .where('service_id', '<=', services.at(-1)?.id ?? '')
    .orderBy('service_id')
    .orderBy('monitor_id')
    .execute()
  const linksOf = Map.groupBy(links, ({ service_id }) => service_id)
  return (id: string) => linksOf.get(id)?.map(({ monitor_id }) => monitor_id) ?? []
}

/** Reads a table page by page in the order of its primary key. */
async function* readPages<Table extends keyof Tables>(
  transaction: Transaction<Tables>,
  table: Table,
  key: (keyof Tables[Table] & string)[],
): AsyncGenerator<Tables[Table][]> {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  let last: Tables[Table] | undefined
  for (;;) {
    const values = last && key.map((name) => (last as Tables[Table])[name])
    const after = values ? sql`where (${columns}) > (${sql.join(values)})` : sql``
    const page = sql<Tables[Table]>`select * from ${sql.table(table)} ${after} order by ${columns} limit ${pageSize}`
    const { rows } = await page.execute(transaction)
    if (rows.length > 0) yield rows
    if (rows.length < pageSize) return
    last = rows.at(-1)
  }
}

const tables: Record<keyof Data, keyof Tables> = {
  teams: 'teams',
  users: 'users',
  services: 'services',
  monitors: 'monitors',
  incidents: 'incidents',
  dailyStats: 'monitor_daily_stats',
  attempts: 'attempts',
}

export async function count(db: Kysely<Tables>): Promise<Record<keyof Data, number>> {
  const counts = Object.entries(tables).map(async ([name, table]) => {
    const counted = db.selectFrom(table).select(({ fn }) => fn.countAll().as('rows'))
    return [name, Number((await counted.executeTakeFirstOrThrow()).rows)]
  })
  return Object.fromEntries(await Promise.all(counts))
}
