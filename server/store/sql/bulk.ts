/** All records at once: into the tables, and out of them. */
import type { Kysely, Transaction } from 'kysely'
import { checkOwners, keysOf, strangersOf, TwiceError } from '../loading.ts'
import type { Data } from '../records.ts'
import { fromIncident, fromTeam, fromUser, type Tables, toIncident, toTeam, toUser } from './tables.ts'

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
  const strangers = strangersOf(data)
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
    for (const record of some) if (!keys.delete(keysOf(record)[0])) throw new TwiceError(name, ...keysOf(record))
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

/** All records as they were when it began. */
export function dump(db: Kysely<Tables>): Promise<Data> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (transaction) => {
    const all = <Table extends 'teams' | 'users' | 'services' | 'monitors' | 'incidents'>(table: Table) =>
      transaction
        .selectFrom(table as 'teams')
        .selectAll()
        .orderBy('id')
        .execute() as unknown as Promise<Tables[Table][]>
    const links = Map.groupBy(
      await transaction.selectFrom('service_monitors').selectAll().orderBy('monitor_id').execute(),
      ({ service_id }) => service_id,
    )
    const stats = transaction.selectFrom('monitor_daily_stats').selectAll()
    return {
      teams: (await all('teams')).map(toTeam),
      users: (await all('users')).map(toUser),
      services: (await all('services')).map(({ id, team_id }) => {
        const monitorIds = links.get(id)?.map(({ monitor_id }) => monitor_id) ?? []
        return { id, teamId: team_id, monitorIds }
      }),
      monitors: (await all('monitors')).map(({ id, team_id }) => ({ id, teamId: team_id })),
      incidents: (await all('incidents')).map(toIncident),
      dailyStats: (await stats.orderBy('monitor_id').orderBy('date').execute()).map(({ monitor_id, date }) => ({
        monitorId: monitor_id,
        date,
      })),
      attempts: (await transaction.selectFrom('attempts').selectAll().orderBy('key').execute()).map((row) => ({
        key: row.key,
        count: row.count,
        resetsAt: row.resets_at,
      })),
    }
  })
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
