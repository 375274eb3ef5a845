/** The records of `scale`, inserted by SQL: one user and one incident per team, and one service with all statistics. */
import { DatabaseSync } from 'node:sqlite'
import { openStore } from '../../../server/store/open.ts'
import { type Locations, pathOf, queryPostgres } from '../store/locations.ts'

export interface Size {
  statistics: number
  users: number
  /** Users whose deletion is due. */
  due: number
  /** Records that the command `load` adds. */
  loaded: number
}

/** Each monitor has statistics of a year. */
export const year = 365

export type Engine = 'sqlite' | 'postgres'

const dialects = {
  sqlite: {
    day: `date('2025-01-01', '+' || n || ' days')`,
    time: (seconds: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch')`,
  },
  postgres: {
    day: `to_char(date '2025-01-01' + n, 'YYYY-MM-DD')`,
    time: (seconds: string) => `to_char(to_timestamp(${seconds}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  },
}

const createdAt = '2025-01-01T00:00:00.000Z'

/** Inserts one row for each n from 0 on, or one per row of a second table. */
const insert = (table: string, count: number, row: string, other = '') =>
  `insert into ${table} with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${count - 1})
   select ${row} from numbers ${other}`

function statementsOf(engine: Engine, { statistics, users }: Size): string[] {
  const { day, time } = dialects[engine]
  const start = Math.round(Date.now() / 1_000) + 86_400
  return [
    insert('teams', users, `'team' || n, 'Team', 'pro', '${createdAt}'`),
    insert(
      'users (id, email, team_id, role, created_at, deletion_requested_at, deletion_scheduled_at)',
      users,
      // 2,011 is prime, so that neighbours in the table are not neighbours in the list. User 0 stays.
      `'user' || n, 'user' || n || '@example.com', 'team' || n, 'owner', '${createdAt}', '${createdAt}',
       case when n > 0 then ${time(`${start} + (n * 2011) % 2592000`)} end`,
    ),
    insert(
      'incidents (id, team_id, type, status, title, started_at, created_at)',
      users,
      // Some thousand of user 0, which requests resolve and delete.
      `'incident' || n, 'team' || case when n < 20000 then 0 else n end, 'manual', 'open', 'Checkout answers slowly',
       '${createdAt}', '${createdAt}'`,
    ),
    insert('monitors', Math.ceil(statistics / year), `'monitor' || n, 'team0'`),
    `insert into services values ('service', 'team0')`,
    `insert into service_monitors select 'service', id from monitors`,
    insert('monitor_daily_stats', year, `monitors.id, ${day}`, 'cross join monitors'),
  ]
}

/** Creates a store with the records and returns its URL. */
export async function createStore(engine: Engine, size: Size, { create, vacuum }: Locations): Promise<string> {
  const url = await create(engine)
  const store = await openStore(url)
  await runAll(url, statementsOf(engine, size))
  // Counts the scheduled users, which SQL has inserted: pages of the list would be empty until the first purge.
  await store.completeDeletions(createdAt, 0)
  await store.close()
  if (engine === 'postgres') await vacuum(url)
  return url
}

/** Makes the deletion of some users due. */
export function makeDue(url: string, { due }: Size): Promise<void> {
  return runAll(url, [
    `update users set deletion_scheduled_at = '${createdAt}' where id in
      (select id from users where id >= 'user5' and deletion_scheduled_at is not null order by id limit ${due})`,
  ])
}

async function runAll(url: string, statements: string[]): Promise<void> {
  if (url.startsWith('postgres')) {
    for (const sql of statements) await queryPostgres(url, sql)
    return
  }
  const database = new DatabaseSync(pathOf(url), { timeout: 10_000 })
  for (const sql of statements) database.exec(sql)
  database.close()
}
