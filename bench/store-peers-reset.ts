/** The reset of a service's year among a million rows of statistics, beside the bare statement that deletes them. */
import { copyFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openStore } from '../server/store/open.ts'
import { emptyData } from '../server/store/records.ts'
import type { Store } from '../server/store/store.ts'
import type { Row } from './report.ts'
import { compare } from './store-comparison.ts'
import { askPostgres, fill, openSqlite, type Places, pathOf } from './store-places.ts'
import { blocks, idOf } from './store-records.ts'
import { textsOf } from './store-text.ts'

const [all, linked, year] = [2_740, 50, 365]
const [teamId, id] = [idOf('T', 0), idOf('S', 0)]
const what = `reset of ${(linked * year).toLocaleString('en-US')} of ${(all * year).toLocaleString('en-US')} rows`
const common = { clients: 1, turn: 0, rounds: 9 }
/** As much as ours sends where no date is given. */
const everything = { id, before: '~' }

const fillSqlite = `insert into monitor_daily_stats
  with recursive days(n) as (select 0 union all select n + 1 from days where n < ${year - 1})
  select id, date('2025-01-01', '+' || n || ' days') from monitors, days`
const fillPostgres = `insert into monitor_daily_stats
  select id, to_char(date '2025-01-01' + n, 'YYYY-MM-DD') from monitors, generate_series(0, ${year - 1}) n`
/** What a reset took away, or nothing. */
const refill = ` where id in (select monitor_id from service_monitors) on conflict do nothing`

/** One service of many monitors, without their statistics. */
function world() {
  const { teams } = blocks(0, 1)
  const monitors = Array.from({ length: all }, (_, n) => ({ id: idOf('M', n), teamId }))
  const monitorIds = monitors.slice(0, linked).map((monitor) => monitor.id)
  return { ...emptyData(), teams, monitors, services: [{ id, teamId, monitorIds }] }
}

const ours = (store: Store) => () => store.resetServiceStats(teamId, id, undefined).then(checkCount)

function checkCount(deleted: number | bigint | null | undefined): void {
  if (Number(deleted) !== linked * year) throw new Error(`a reset deleted ${deleted} rows`)
}

export async function resetInSqlite({ make }: Places): Promise<Row[]> {
  const [path, copy] = [pathOf(await make('sqlite')), pathOf(await make('sqlite'))]
  await fill(`sqlite:${path}`, [world()])
  // What puts the rows back is no part of what is measured, nor is its cache.
  const first = new DatabaseSync(path)
  first.exec(fillSqlite)
  first.exec('pragma wal_checkpoint(truncate)')
  await copyFile(path, copy)
  const [store, bare, second] = [await openStore(`sqlite:${path}`), openSqlite(copy), new DatabaseSync(copy)]
  const { sql, order } = textsOf('sqlite')('resetServiceStats')
  const statement = bare.prepare(sql)
  const call = () => checkCount(statement.run(...order(everything)).changes)
  const before = () => {
    first.exec(fillSqlite + refill)
    second.exec(fillSqlite + refill)
  }
  const peers = [{ name: 'node:sqlite', call, goal: 0.8 }]
  const rows = await compare({ what: `sqlite: ${what}`, ours: ours(store), peers, before, ...common, atMost: 25 })
  for (const database of [first, second, bare]) database.close()
  await store.close()
  return rows
}

export async function resetInPostgres({ make, settle }: Places): Promise<Row[]> {
  const url = await make('postgres')
  await fill(url, [world()])
  await askPostgres(url, fillPostgres)
  await settle(url)
  const [store, pool] = [await openStore(url), new pg.Pool({ connectionString: url })]
  const { sql, order } = textsOf('postgres')('resetServiceStats')
  const call = async () => checkCount((await pool.query(sql, order(everything))).rowCount)
  const before = async () => {
    await askPostgres(url, fillPostgres + refill)
    await askPostgres(url, 'vacuum monitor_daily_stats')
  }
  const peers = [{ name: 'pg', call, goal: 0.8 }]
  const rows = await compare({ what: `postgres: ${what}`, ours: ours(store), peers, before, ...common, atMost: 30 })
  await pool.end()
  await store.close()
  return rows
}
