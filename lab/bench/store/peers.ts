/** The benchmark `store-peers`: calls through our stores beside the same work by the bare drivers. */
import { copyFile } from 'node:fs/promises'
import { Low } from 'lowdb'
import { JSONFile } from 'lowdb/node'
import pg from 'pg'
import { resolution } from '../../../server/domain/rules.ts'
import { openStore } from '../../../server/store/open.ts'
import type { Data } from '../../../server/store/records.ts'
import type { Benchmark, Row } from '../report.ts'
import { type Call, describeLoad, formatRatio, median, medianRatio, takeTurns, timeTurn } from '../rounds.ts'
import { bareCalls, type Calls, callsOf, teams } from './calls.ts'
import { type Locations, openSqlite, pathOf, queryPostgres, withLocations } from './locations.ts'
import { incidentAt, makeData, recordsOfTeam } from './records.ts'

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

/** An engine with the same records twice: for our store, and for the bare driver. */
interface Side {
  engine: string
  peer: string
  ours: Calls
  theirs: Calls
  /** Opens all incidents again. */
  reopen(): unknown
  /** The number of concurrent clients that resolve, beside a single one. */
  many: number
  /** The required speed of `resolve`; that of the others is 0.8. */
  resolveGoal: number
}

const reopening = `update incidents set status = 'open' where status = 'resolved'`

async function compareAll({ engine, peer, ours, theirs, reopen, many, resolveGoal }: Side): Promise<Row[]> {
  const common = { peer, turn: 50, rounds: 21 }
  const rows: Row[] = []
  for (const name of ['findUser', 'findMember', 'countAttempt'] as const) {
    const calls = { ours: ours[name], theirs: theirs[name] }
    rows.push(await compare({ ...common, ...calls, call: `${engine}: ${name}`, clients: 1, goal: 0.8 }))
  }
  for (const clients of [1, many]) {
    const calls = { call: `${engine}: resolve`, ours: ours.resolve, theirs: theirs.resolve, before: reopen }
    rows.push(await compare({ ...common, ...calls, clients, goal: resolveGoal }))
  }
  return rows
}

async function besideSqlite({ create }: Locations): Promise<Row[]> {
  const [path, copy] = [pathOf(await create('sqlite')), pathOf(await create('sqlite'))]
  const loading = await openStore(`sqlite:${path}`)
  await loading.load(makeData(teams))
  await loading.close()
  await copyFile(path, copy)
  const store = await openStore(`sqlite:${path}`)
  const [bare, ...reopened] = [openSqlite(copy), openSqlite(copy), openSqlite(path)]
  const theirs = bareCalls((text) => {
    const statement = bare.prepare(text)
    return (...values) => statement.all(...values)
  })
  const reopen = () => {
    for (const file of reopened) file.exec(reopening)
  }
  const sides = { engine: 'sqlite', peer: 'node:sqlite', ours: callsOf(store), theirs }
  const rows = await compareAll({ ...sides, reopen, many: 50, resolveGoal: 0.8 })
  for (const file of [bare, ...reopened]) file.close()
  await store.close()
  return rows
}

async function besidePostgres({ create, vacuum }: Locations): Promise<Row[]> {
  const url = await create('postgres')
  const store = await openStore(url)
  await store.load(makeData(teams))
  await vacuum(url)
  // As many connections as our store has.
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  // pool.end() returns before its connections are closed, so that the end of the cluster reaches them as an error.
  pool.on('error', () => {})
  const theirs = bareCalls((text) => {
    let count = 0
    const numbered = text.replace(/\?/g, () => `$${++count}`)
    return async (...values) => (await pool.query(numbered, values)).rows
  })
  const sides = { engine: 'postgres', peer: 'pg', ours: callsOf(store), theirs }
  const reopen = () => queryPostgres(url, reopening)
  const rows = await compareAll({ ...sides, reopen, many: 10, resolveGoal: 0.85 })
  await pool.end()
  await store.close()
  return rows
}

/** Beside lowdb, used as in its documentation. */
async function besideLowdb({ create }: Locations): Promise<Row[]> {
  const data = makeData(10)
  const store = await openStore(await create('file'))
  await store.load(data)
  const plain = new Low<Data>(new JSONFile(pathOf(await create('file'))), structuredClone(data))
  const { set } = resolution('A deploy.', new Date())
  const ours = (nth: number) => store.changeIncident(...incidentAt(nth, 10), { set })
  const theirs = (nth: number) => {
    const [, wanted] = incidentAt(nth, 10)
    return plain.update(({ incidents }) => {
      const incident = incidents.find(({ id }) => id === wanted)
      if (incident) Object.assign(incident, set)
    })
  }
  const call = `file: resolve, of ${(10 * recordsOfTeam).toLocaleString('en-US')} records`
  const common = { call, peer: 'lowdb, no fsync', ours, theirs, turn: 300, rounds: 5 }
  const rows = [await compare({ ...common, clients: 1 }), await compare({ ...common, clients: 50, goal: 10 })]
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
