/** Loads records into the tables, and dumps and counts the records of all tables. */
import { type Kysely, sql, type Transaction } from 'kysely'
import { checkOwners, DuplicateKeyError, keysOf, missingOwners } from '../integrity.ts'
import type { Data } from '../records.ts'
import { fromIncident, fromTeam, fromUser, type Tables, toIncident, toTeam, toUser } from './rows.ts'

/** Rows per statement: engines limit the number of values in one, to some ten thousand. */
const chunkSize = 1_000
/** Rows per statement of a dump, so that no statement takes long. */
const pageSize = 10_000

/** Adds records, all or none. @throws Error in one line as Store.load does. */
export async function load(db: Kysely<Tables>, data: Data, rowLocks: boolean): Promise<void> {
  await db.transaction().execute(async (transaction) => {
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
  })
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

/** Returns a consistent snapshot of all records. */
export function dump(db: Kysely<Tables>): Promise<Data> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (transaction) => {
    const links = await readTable(transaction, 'service_monitors', 'service_id', 'monitor_id')
    const linksOf = Map.groupBy(links, ({ service_id }) => service_id)
    const services = await readTable(transaction, 'services', 'id')
    const monitors = await readTable(transaction, 'monitors', 'id')
    const stats = await readTable(transaction, 'monitor_daily_stats', 'monitor_id', 'date')
    const attempts = await readTable(transaction, 'attempts', 'key')
    return {
      teams: (await readTable(transaction, 'teams', 'id')).map(toTeam),
      users: (await readTable(transaction, 'users', 'id')).map(toUser),
      services: services.map(({ id, team_id }) => {
        return { id, teamId: team_id, monitorIds: linksOf.get(id)?.map(({ monitor_id }) => monitor_id) ?? [] }
      }),
      monitors: monitors.map(({ id, team_id }) => ({ id, teamId: team_id })),
      incidents: (await readTable(transaction, 'incidents', 'id')).map(toIncident),
      dailyStats: stats.map(({ monitor_id, date }) => ({ monitorId: monitor_id, date })),
      attempts: attempts.map(({ key, count, resets_at }) => ({ key, count, resetsAt: resets_at })),
    }
  })
}

/** Reads a table page by page in the order of its primary key. */
async function readTable<Table extends keyof Tables>(
  transaction: Transaction<Tables>,
  table: Table,
  ...key: (keyof Tables[Table] & string)[]
): Promise<Tables[Table][]> {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  const all: Tables[Table][] = []
  for (;;) {
    const last = all.at(-1)
    const after = last ? sql`where (${columns}) > (${sql.join(key.map((name) => last[name]))})` : sql``
    const page = sql<Tables[Table]>`select * from ${sql.table(table)} ${after} order by ${columns} limit ${pageSize}`
    const { rows } = await page.execute(transaction)
    for (const row of rows) all.push(row)
    if (rows.length < pageSize) return all
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
