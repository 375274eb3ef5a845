/** Our stores on SQLite and PostgreSQL beside their bare drivers with the same statements. */
import { copyFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { openStore } from '../../../server/store/open.ts'
import type { Row } from '../report.ts'
import { openBarePostgres, openBareSqlite } from './bare.ts'
import { callsOf, count } from './calls.ts'
import { compare } from './comparison.ts'
import { fill, type Locations, pathOf, queryPostgres } from './locations.ts'
import { slices } from './records.ts'

const reopen = `update incidents set status = 'open' where status = 'resolved'`
const single = ['findUser', 'findMember', 'countAttempt', 'countAttempt, forgetAttempts'] as const
/** The required speed of ours where both sides send one statement. */
const goal = 0.8

export async function besideSqlite({ create }: Locations): Promise<Row[]> {
  const [path, copy] = [pathOf(await create('sqlite')), pathOf(await create('sqlite'))]
  await fill(`sqlite:${path}`, slices(count))
  await copyFile(path, copy)
  const store = await openStore(`sqlite:${path}`)
  const [ours, bare] = [callsOf(store), openBareSqlite(copy)]
  const files = [path, copy].map((file) => new DatabaseSync(file))
  const common = { clients: 1, turn: 50, rounds: 21 }
  const rows: Row[] = []
  for (const name of single) {
    const peers = [{ name: 'node:sqlite', call: bare[name], goal }]
    rows.push(...(await compare({ what: `sqlite: ${name}`, ours: ours[name], peers, ...common })))
  }
  const before = () => {
    for (const file of files) file.exec(reopen)
  }
  for (const clients of [1, 50]) {
    const peers = [{ name: 'node:sqlite', call: bare.changeIncident, goal }]
    const resolve = { what: 'sqlite: resolve', ours: ours.changeIncident, peers, before }
    rows.push(...(await compare({ ...common, ...resolve, clients })))
  }
  for (const file of files) file.close()
  bare.close()
  await store.close()
  return rows
}

export async function besidePostgres({ create, vacuum }: Locations): Promise<Row[]> {
  const url = await create('postgres')
  await fill(url, slices(count))
  await vacuum(url)
  const store = await openStore(url)
  const [ours, bare] = [callsOf(store), openBarePostgres(url)]
  const before = () => queryPostgres(url, reopen)
  const rows: Row[] = []
  for (const clients of [1, 10]) {
    const common = { clients, turn: 40, rounds: 25 }
    for (const name of single) {
      const peers = [{ name: 'pg', call: bare[name], goal }]
      rows.push(...(await compare({ what: `postgres: ${name}`, ours: ours[name], peers, ...common })))
    }
    const peers = [{ name: 'pg', call: bare.changeIncident, goal: 0.85 }]
    rows.push(...(await compare({ what: 'postgres: resolve', ours: ours.changeIncident, peers, before, ...common })))
  }
  await bare.close()
  await store.close()
  return rows
}
