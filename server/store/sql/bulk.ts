/** All records at once: into the tables, and out of them. */
import type { Kysely, Transaction } from 'kysely'
import { checkOwners, DuplicateKeyError, keysOf, missingOwners } from '../integrity.ts'
import type { Data } from '../records.ts'
import { fromIncident, fromTeam, fromUser, type Tables, toIncident, toTeam, toUser } from './rows.ts'

/** Rows of one statement; an engine takes some ten thousand values in one. */
const chunk = 1_000

/** Adds records, all or none. @throws Error in one line as Store.load says. */
export async function load(db: Kysely<Tables>, data: Data, rowLocks: boolean): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    checkOwners(data, await findStrangers(transaction, data, rowLocks))
    await forgetGone(transaction, data)
    await add(transaction, 'teams', 'teams', data.teams, fromTeam)
    await add(transaction, 'users', 'users', data.users, fromUser)
    await add(transaction, 'monitors', 'monitors', data.monitors, ({ id, teamId }) => ({ id, team_id: teamId }))
    await add(transaction, 'services', 'services', data.services, ({ id, teamId }) => ({ id, team_id: teamId }))
    const links = data.services.flatMap(({ id, monitorIds }) =>
      [...new Set(monitorIds)].map((monitorId) => ({ service_id: id, monitor_id: monitorId })),
    )
    for (const rows of chunks(links)) await transaction.insertInto('service_monitors').values(rows).execute()
    await add(transaction, 'incidents', 'incidents', data.incidents, fromIncident)
    const toStat = ({ monitorId, date }: Data['dailyStats'][number]) => ({ monitor_id: monitorId, date })
    await add(transaction, 'dailyStats', 'monitor_daily_stats', data.dailyStats, toStat)
    const toAttempts = ({ key, count, resetsAt }: Data['attempts'][number]) => ({ key, count, resets_at: resetsAt })
    await add(transaction, 'attempts', 'attempts', data.attempts, toAttempts)
  })
}

/** The teams and monitors that the records need, kept from going until the records are there. */
async function findStrangers(transaction: Transaction<Tables>, data: Data, rowLocks: boolean) {
  const strangers = missingOwners(data)
  const known: { teams: { id: string }[]; monitors: Data['monitors'] } = { teams: [], monitors: [] }
  for (const ids of chunks([...strangers.teams])) {
    const found = transaction.selectFrom('teams').select('id').where('id', 'in', ids)
    known.teams.push(...(await (rowLocks ? found.forKeyShare() : found).execute()))
  }
  for (const ids of chunks([...strangers.monitors])) {
    const found = transaction.selectFrom('monitors').select(['id', 'team_id as teamId']).where('id', 'in', ids)
    known.monitors.push(...(await (rowLocks ? found.forKeyShare() : found).execute()))
  }
  return known
}

/** A monitor that comes back must not find what is still to be deleted of the one that went. */
async function forgetGone(transaction: Transaction<Tables>, { monitors }: Data): Promise<void> {
  for (const some of chunks(monitors)) {
    const ids = some.map(({ id }) => id)
    const gone = await transaction.deleteFrom('gone_monitors').where('id', 'in', ids).returning('id').execute()
    const back = gone.map(({ id }) => id)
    if (back.length > 0) await transaction.deleteFrom('monitor_daily_stats').where('monitor_id', 'in', back).execute()
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
      .onConflict((known) => known.doNothing())
      .returningAll()
      .execute()
    const keys = new Set(added.map((row) => keyOf(row as Row)))
    // A record that stands twice among these takes its key away from the other.
    for (const record of some) if (!keys.delete(keysOf(record)[0])) throw new DuplicateKeyError(name, ...keysOf(record))
  }
}

type Row = { id: string } | { key: string } | { monitor_id: string; date: string }

function keyOf(row: Row): string {
  if ('date' in row) return `${row.monitor_id} ${row.date}`
  return 'key' in row ? row.key : row.id
}

function* chunks<T>(all: T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += chunk) yield all.slice(at, at + chunk)
}

/** All records as they were when it began, read page by page: no statement takes long, however many there are. */
export function dump(db: Kysely<Tables>): Promise<Data> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (transaction) => {
    const byId = <Table extends 'teams' | 'users' | 'services' | 'monitors' | 'incidents'>(table: Table) =>
      readPages((after?: Tables[Table]) => {
        const rest = transaction
          .selectFrom(table as 'teams')
          .selectAll()
          .orderBy('id')
          .limit(page)
        return (after ? rest.where('id', '>', after.id) : rest).execute() as unknown as Promise<Tables[Table][]>
      })
    const links = await readPages((after?: Tables['service_monitors']) => {
      const rest = transaction.selectFrom('service_monitors').selectAll()
      const ordered = rest.orderBy('service_id').orderBy('monitor_id').limit(page)
      if (!after) return ordered.execute()
      return ordered
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('service_id', 'monitor_id'), '>', tuple(after.service_id, after.monitor_id)),
        )
        .execute()
    })
    const linksOf = Map.groupBy(links, ({ service_id }) => service_id)
    const stats = await readPages((after?: Tables['monitor_daily_stats']) => {
      const rest = transaction.selectFrom('monitor_daily_stats').selectAll()
      const ordered = rest.orderBy('monitor_id').orderBy('date').limit(page)
      if (!after) return ordered.execute()
      return ordered
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('monitor_id', 'date'), '>', tuple(after.monitor_id, after.date)),
        )
        .execute()
    })
    const attempts = await readPages((after?: Tables['attempts']) => {
      const rest = transaction.selectFrom('attempts').selectAll().orderBy('key').limit(page)
      return (after ? rest.where('key', '>', after.key) : rest).execute()
    })
    return {
      teams: (await byId('teams')).map(toTeam),
      users: (await byId('users')).map(toUser),
      services: (await byId('services')).map(({ id, team_id }) => {
        return { id, teamId: team_id, monitorIds: linksOf.get(id)?.map(({ monitor_id }) => monitor_id) ?? [] }
      }),
      monitors: (await byId('monitors')).map(({ id, team_id }) => ({ id, teamId: team_id })),
      incidents: (await byId('incidents')).map(toIncident),
      dailyStats: stats.map(({ monitor_id, date }) => ({ monitorId: monitor_id, date })),
      attempts: attempts.map(({ key, count, resets_at }) => ({ key, count, resetsAt: resets_at })),
    }
  })
}

/** Rows of one page of a dump. */
const page = 10_000

async function readPages<Row>(read: (after: Row | undefined) => Promise<Row[]>): Promise<Row[]> {
  const all: Row[] = []
  for (;;) {
    const rows = await read(all.at(-1))
    for (const row of rows) all.push(row)
    if (rows.length < page) return all
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
