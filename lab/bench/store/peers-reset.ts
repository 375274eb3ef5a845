/** The reset of a service's year among a million rows of statistics, beside the bare statement that deletes them. */
import { copyFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openStore } from '../../../server/store/open.ts'
import { emptyData } from '../../../server/store/records.ts'
import type { Store } from '../../../server/store/store.ts'
import type { Row } from '../report.ts'
import { compare } from './comparison.ts'
import { fill, type Locations, openSqlite, pathOf, queryPostgres } from './locations.ts'
import { blocks, idOf } from './records.ts'

const [all, linked, year] = [2_740, 50, 365]
const [teamId, id] = [idOf('T', 0), idOf('S', 0)]
const what = `reset of ${(linked * year).toLocaleString('en-US')} of ${(all * year).toLocaleString('en-US')} rows`
const common = { clients: 1, turn: 0, rounds: 9 }
/** One statement for all rows, which ours deletes in steps. */
const statementOf = (parameter: string) => `delete from monitor_daily_stats
  where monitor_id in (select monitor_id from service_monitors where service_id = ${parameter})`

const fillSqlite = `insert into monitor_daily_stats
  with recursive days(n) as (select 0 union all select n + 1 from days where n < ${year - 1})
  select id, date('2025-01-01', '+' || n || ' days') from monitors, days`
const fillPostgres = `insert into monitor_daily_stats
  select id, to_char(date '2025-01-01' + n, 'YYYY-MM-DD') from monitors, generate_series(0, ${year - 1}) n`
/** Restores the rows that a reset deleted. */
const refill = ` where id in (select monitor_id from service_monitors) on conflict do nothing`

/** One service of many monitors, without their statistics. */
function records() {
  const { teams } = blocks(0, 1)
  const monitors = Array.from({ length: all }, (_, n) => ({ id: idOf('M', n), teamId }))
  const monitorIds = monitors.slice(0, linked).map((monitor) => monitor.id)
  return { ...emptyData(), teams, monitors, services: [{ id, teamId, monitorIds }] }
}

const ours = (store: Store) => () => store.resetServiceStats(teamId, id, undefined).then(checkCount)

function checkCount(deleted: number | bigint | null | undefined): void {
  if (Number(deleted) !== linked * year) throw new Error(`a reset deleted ${deleted} rows`)
}

export async function resetInSqlite({ create }: Locations): Promise<Row[]> {
  const [path, copy] = [pathOf(await create('sqlite')), pathOf(await create('sqlite'))]
  await fill(`sqlite:${path}`, [records()])
  // Other connections restore the rows, so that neither that work nor its cache is measured.
  const first = new DatabaseSync(path)
  first.exec(fillSqlite)
  first.exec('pragma wal_checkpoint(truncate)')
  await copyFile(path, copy)
  const [store, bare, second] = [await openStore(`sqlite:${path}`), openSqlite(copy), new DatabaseSync(copy)]
  const statement = bare.prepare(statementOf('?'))
  const call = () => checkCount(statement.run(id).changes)
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

export async function resetInPostgres({ create, vacuum }: Locations): Promise<Row[]> {
  const url = await create('postgres')
  await fill(url, [records()])
  await queryPostgres(url, fillPostgres)
  await vacuum(url)
  const [store, pool] = [await openStore(url), new pg.Pool({ connectionString: url })]
  const call = async () => checkCount((await pool.query(statementOf('$1'), [id])).rowCount)
  const before = async () => {
    await queryPostgres(url, fillPostgres + refill)
    await queryPostgres(url, 'vacuum monitor_daily_stats')
  }
  const peers = [{ name: 'pg', call, goal: 0.8 }]
  const rows = await compare({ what: `postgres: ${what}`, ours: ours(store), peers, before, ...common, atMost: 30 })
  await pool.end()
  await store.close()
  return rows
}
