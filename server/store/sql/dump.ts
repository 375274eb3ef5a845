/** Dumps and counts the records of all tables. */
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Data, emptyData } from '../records.ts'
import { type Tables, toIncident, toTeam, toUser } from './rows.ts'

/** Rows per statement of a dump, so that no statement takes long. */
const pageSize = 1_000

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
    const all = (transaction as unknown as Kysely<Record<string, Tables[Table]>>).selectFrom(table).selectAll()
    const rest = values ? all.where(sql<boolean>`(${columns}) > (${sql.join(values)})`) : all
    const rows = (await rest.orderBy(columns).limit(pageSize).execute()) as unknown[] as Tables[Table][]
    if (rows.length > 0) yield rows
    if (rows.length < pageSize) return
    last = rows.at(-1)
  }
}

export const tables: Record<keyof Data, keyof Tables> = {
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
