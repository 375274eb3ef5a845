/** The benchmark `store-peers`: calls through our stores beside the same work by the bare drivers. */
import { copyFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { Low } from 'lowdb'
import { JSONFile } from 'lowdb/node'
import { resolution } from '../../../server/domain/rules.ts'
import { openStore } from '../../../server/store/open.ts'
import type { Data } from '../../../server/store/records.ts'
import type { Benchmark, Row } from '../report.ts'
import { type Call, describeLoad, formatRatio, median, medianRatio, takeTurns, timeTurn } from '../rounds.ts'
import { type Calls, callsOf, count, openBarePostgres, openBareSqlite } from './calls.ts'
import { type Locations, pathOf, queryPostgres, withLocations } from './locations.ts'
import { block, blocks, incidentAt, slices } from './records.ts'

interface Comparison {
  call: string
  peer: string
  /** The number of concurrent clients. */
  clients: number
  ours: Call
  theirs: Call
  /** Resets the records before each turn, outside the measured time. */
  before?(): unknown
  /** The shortest duration of a turn in milliseconds; each client makes at least one call. */
  turn: number
  rounds: number
  /** The required speed of ours. */
  goal?: number | undefined
}

/** At a speed of 0.8x, ours makes 0.8 calls while the peer makes one. */
async function compare({ call, peer, clients, before, turn, rounds, goal, ...calls }: Comparison): Promise<Row> {
  const turns = [calls.ours, calls.theirs].map((one) => async () => {
    await before?.()
    return timeTurn(one, clients, turn)
  })
  // The first turns run code that is not compiled yet.
  await takeTurns(2, turns)
  const [ours = [], theirs = []] = await takeTurns(rounds, turns)
  const speed = medianRatio(theirs, ours)
  return {
    call,
    clients,
    peer,
    'peer µs': Math.round(1_000 * median(theirs)),
    'ours µs': Math.round(1_000 * median(ours)),
    speed: formatRatio(speed),
    goal: goal ? `${goal}x` : '',
    met: goal ? (speed >= goal ? 'yes' : 'NO') : '',
  }
}

interface Side {
  engine: string
  peer: string
  ours: Calls
  theirs: Calls
  /** Opens all incidents again. */
  reopen(): unknown
  /** The required speed where both sides send one statement. */
  goals: { single: number; resolve: number }
}

const reopening = `update incidents set status = 'open' where status = 'resolved'`

async function compareAll({ engine, peer, ours, theirs, reopen, goals }: Side, clients: number[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const name of Object.keys(ours) as (keyof Calls)[]) {
    for (const each of name === 'resolve' ? clients : clients.slice(0, 1)) {
      const common = { call: `${engine}: ${name}`, peer, clients: each, turn: 50, rounds: 21 }
      const calls = { ours: ours[name], theirs: theirs[name] }
      const more = name === 'resolve' ? { before: reopen, goal: goals.resolve } : { goal: goals.single }
      rows.push(await compare({ ...common, ...calls, ...more }))
    }
  }
  return rows
}

async function besideSqlite({ create }: Locations): Promise<Row[]> {
  const [path, copy] = [pathOf(await create('sqlite')), pathOf(await create('sqlite'))]
  const store = await openStore(`sqlite:${path}`)
  for (const data of slices(count)) await store.load(data)
  await store.close()
  await copyFile(path, copy)
  const [opened, theirs] = [await openStore(`sqlite:${path}`), openBareSqlite(copy)]
  const files = [path, copy].map((file) => new DatabaseSync(file))
  const reopen = () => {
    for (const file of files) file.exec(reopening)
  }
  const goals = { single: 0.8, resolve: 0.8 }
  const side = { engine: 'sqlite', peer: 'node:sqlite', ours: callsOf(opened), theirs, reopen, goals }
  const rows = await compareAll(side, [1, 50])
  for (const file of files) file.close()
  theirs.close()
  await opened.close()
  return rows
}

async function besidePostgres({ create, vacuum }: Locations): Promise<Row[]> {
  const url = await create('postgres')
  const store = await openStore(url)
  for (const data of slices(count)) await store.load(data)
  await vacuum(url)
  const theirs = openBarePostgres(url)
  const reopen = () => queryPostgres(url, reopening)
  const goals = { single: 0.8, resolve: 0.85 }
  const rows = await compareAll(
    { engine: 'postgres', peer: 'pg', ours: callsOf(store), theirs, reopen, goals },
    [1, 10],
  )
  await theirs.close()
  await store.close()
  return rows
}

/** Beside lowdb, used as in its documentation. */
async function besideLowdb({ create }: Locations): Promise<Row[]> {
  const store = await openStore(await create('file'))
  await store.load(blocks(0, 10))
  const plain = new Low<Data>(new JSONFile(pathOf(await create('file'))), blocks(0, 10))
  const { set } = resolution('A deploy.', new Date())
  const at = (nth: number) => incidentAt(nth, 10 * block.incidents)
  const ours = (nth: number) => store.changeIncident(...at(nth), { set })
  const theirs = (nth: number) => {
    const [, wanted] = at(nth)
    return plain.update(({ incidents }) => {
      const incident = incidents.find(({ id }) => id === wanted)
      if (incident) Object.assign(incident, set)
    })
  }
  const rows: Row[] = []
  for (const clients of [1, 50]) {
    const what = { call: 'file: resolve, of 10,000 records', peer: 'lowdb, no fsync', clients }
    rows.push(await compare({ ...what, ours, theirs, turn: 300, rounds: 5, goal: clients > 1 ? 10 : undefined }))
  }
  await store.close()
  return rows
}

export const storePeers: Benchmark = {
  title: 'a call through our stores beside the same done with the bare driver',
  run: () =>
    withLocations(async (locations) => {
      const rows: Row[] = []
      for (const part of [besideLowdb, besideSqlite, besidePostgres]) rows.push(...(await part(locations)))
      const notes = [
        "Medians of interleaved rounds, µs per acknowledged call; speed is the median of each round's own ratio.",
        describeLoad(),
      ]
      return { rows, notes }
    }),
}
