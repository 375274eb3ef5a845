/** The benchmark `server-peers`: the cost of a request beside servers with the same operations, checks and records. */
import { deepEqual } from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { type ChildServer, type Command, withChildren } from '../child-server.ts'
import { type LoadResult, measureLoad, type Workload } from '../load.ts'
import { type Benchmark, formatTable, type Row } from '../report.ts'
import { describeLoad, formatRatio, median, medianRatio, percentile, takeTurns } from '../rounds.ts'
import { type Locations, withLocations } from '../store/locations.ts'
import { listCores, pin } from './cores.ts'
import { createWorkloads, sampleResponse } from './workloads.ts'

/** Processes of each server: compilation and memory layout make one process faster than the next. */
const generations = 2
/** Turns of each process: first until hot code is compiled, then those that count. */
const [warmUps, rounds] = [8, 7]
const [requests, connections] = [1_000, 16]
const [fastify, express] = ['Fastify, both', 'Express, bare']

/** The command of a server in this folder. */
const commandOf =
  (name: string, ...args: string[]): Command =>
  (port) => [fileURLToPath(new URL(`${name}.ts`, import.meta.url)), `${port}`, ...args]

const peers: Record<string, Command> = {
  ours: commandOf('ours'),
  'node:http, bare': commandOf('bare-node'),
  [express]: commandOf('express', 'bare'),
  'Express, stock EOV, both': commandOf('express', 'stock'),
  [fastify]: commandOf('fastify'),
}

/** The highest permitted ratio of our cost to that of a peer. */
const goals = [
  { workload: 'resolve', peer: fastify, goal: 1.1 },
  { workload: 'admin page of 20', peer: fastify, goal: 1.1 },
  { workload: 'invalid signup', peer: fastify, goal: 1.5 },
  { workload: 'resolve', peer: express, goal: 1 },
  { workload: 'admin page of 20', peer: express, goal: 1 },
]

/** Results by round and workload. */
type Results = LoadResult[][]

/** The results of each server, in the order of the commands. */
async function measure(workloads: Workload[], commands: Command[]): Promise<Results[]> {
  const cores = listCores()
  return withChildren(commands, async (children) => {
    await compareResponses(children, workloads)
    // The servers, of which one works at a time, share a core that the load leaves to them.
    if (cores.length > 1) {
      for (const { pid } of children) pin(pid, cores.slice(0, 1))
      pin(process.pid, cores.slice(1))
    }
    const turns = children.map((child) => async () => {
      const results: LoadResult[] = []
      for (const workload of workloads) results.push(await measureLoad(child, workload, requests, connections))
      return results
    })
    await takeTurns(warmUps, turns)
    return takeTurns(rounds, turns)
  }).finally(() => cores.length > 1 && pin(process.pid, cores))
}

/** @throws Error if a server responds differently from ours. */
async function compareResponses(children: ChildServer[], workloads: Workload[]): Promise<void> {
  for (const workload of workloads) {
    const [ours, ...others] = await Promise.all(children.map(({ url }) => sampleResponse(url, workload)))
    for (const other of others) deepEqual(other, ours)
  }
}

async function measureAll(workloads: Workload[], { create }: Locations): Promise<Map<string, Results>> {
  const all = new Map<string, Results>()
  for (let generation = 0; generation < generations; generation++) {
    const [sqlite, postgres] = [await create('sqlite'), await create('postgres')]
    const stored = { 'ours, sqlite': commandOf('ours', sqlite), 'ours, postgres': commandOf('ours', postgres) }
    const commands = { ...peers, ...stored }
    const results = await measure(workloads, Object.values(commands))
    for (const [at, server] of Object.keys(commands).entries()) {
      all.set(server, [...(all.get(server) ?? []), ...(results[at] ?? [])])
    }
  }
  return all
}

export const serverPeers: Benchmark = {
  title: 'our server beside others of the same contract; CPU time of the server in µs per request',
  async run() {
    const workloads = await createWorkloads()
    const results = await withLocations((locations) => measureAll(workloads, locations))
    const turnsOf = (server: string, at: number) => (results.get(server) ?? []).map((turns) => turns[at] as LoadResult)
    const costsOf = (server: string, at: number) => turnsOf(server, at).map(({ cpu }) => cpu)
    const ratio = (server: string, peer: string, at: number) => medianRatio(costsOf(server, at), costsOf(peer, at))
    const rows = workloads.flatMap(({ name }, at) =>
      [...results.keys()].map((server): Row => {
        const turns = turnsOf(server, at)
        const latencies = turns.flatMap((turn) => turn.latencies)
        return {
          request: name,
          server,
          'CPU µs': Math.round(median(costsOf(server, at))),
          'req/s': Math.round(median(turns.map(({ ms }) => (requests / ms) * 1_000))),
          'p50 ms': percentile(latencies, 0.5).toFixed(1),
          'p99 ms': percentile(latencies, 0.99).toFixed(1),
          'to Fastify': formatRatio(ratio(server, fastify, at)),
          'to Express': formatRatio(ratio(server, express, at)),
        }
      }),
    )
    const goalRows = goals.map(({ workload, peer, goal }) => {
      const reached = ratio(
        'ours',
        peer,
        workloads.findIndex(({ name }) => name === workload),
      )
      const met = reached <= goal ? 'yes' : 'NO'
      return { request: workload, 'ours to': peer, CPU: formatRatio(reached), goal: `${goal}x`, met }
    })
    const notes = [
      `Medians of ${generations} processes of each server, each of ${rounds} interleaved rounds of ${requests} requests on ${connections} connections;`,
      `ratios are medians of the ratio within each round, after ${warmUps} warm-up rounds.`,
      listCores().length > 1 ? 'Servers on one core, the load on the others.' : 'Servers and load share the cores.',
      describeLoad(),
      '',
      formatTable(goalRows),
    ]
    return { rows, notes }
  },
}
