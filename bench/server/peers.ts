/** The benchmark `server-peers`: the cost of a request beside servers with the same operations, checks and records. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ChildServer, type Command, startChild } from '../child-server.ts'
import { type LoadResult, measureLoad, type Workload } from '../load.ts'
import { type Benchmark, formatTable, type Row } from '../report.ts'
import { describeLoad, median, medianRatio, percentile, takeTurns } from '../rounds.ts'
import { type Locations, withLocations } from '../store/locations.ts'
import { listCores, pin } from './cores.ts'
import { plot } from './plot.ts'
import { createWorkloads, sampleResponse } from './workloads.ts'

/** Processes of each server: compilation and memory layout make one process faster than the next. */
const generations = 2
/** Turns of each process: first until hot code is compiled, then those that count. */
const [warmUps, rounds] = [8, 7]
const [requests, connections] = [1_000, 16]
const [fastify, express] = ['Fastify, both', 'Express, bare']

export const peers: Record<string, string> = {
  ours: 'ours',
  'node:http, bare': 'bare-node',
  [express]: 'bare-express',
  'Express, stock EOV, both': 'stock',
  [fastify]: 'fastify',
  'fastify-openapi-glue': 'glue',
  'openapi-backend, both': 'openapi-backend',
  'Hono, zod-openapi, both': 'hono',
}

/** The highest permitted ratio of our cost to that of a peer. */
const goals = [
  { workload: 'resolve', peer: fastify, goal: 1.1 },
  { workload: 'admin page of 20', peer: fastify, goal: 1.1 },
  { workload: 'invalid signup', peer: fastify, goal: 1.5 },
  { workload: 'resolve', peer: express, goal: 1 },
  { workload: 'admin page of 20', peer: express, goal: 1 },
]

/** The command of a server in this folder. */
export const commandOf =
  (name: string, ...args: string[]): Command =>
  (port) => [fileURLToPath(new URL(`${name}.ts`, import.meta.url)), `${port}`, ...args]

type Turn = LoadResult & { cpu: number }

/** Results by server, round and workload. */
async function measure(workloads: Workload[], locations: Locations): Promise<Map<string, Turn[][]>> {
  const all = new Map<string, Turn[][]>()
  for (let generation = 0; generation < generations; generation++) {
    for (const [server, turns] of await measureOnce(workloads, locations)) {
      all.set(server, [...(all.get(server) ?? []), ...turns])
    }
  }
  return all
}

async function measureOnce(workloads: Workload[], { create }: Locations): Promise<[string, Turn[][]][]> {
  const cores = listCores()
  const children = new Map<string, ChildServer>()
  try {
    for (const [server, name] of Object.entries(peers)) children.set(server, await startChild(commandOf(name)))
    for (const kind of ['sqlite', 'postgres'] as const) {
      children.set(`ours, ${kind}`, await startChild(commandOf('ours', await create(kind))))
    }
    await compareResponses(children, workloads)
    if (cores.length > 1) {
      for (const { pid } of children.values()) pin(pid, cores.slice(0, 1))
      pin(process.pid, cores.slice(1))
    }
    const turns = [...children.values()].map((child) => async () => {
      const results: Turn[] = []
      for (const workload of workloads) results.push(await measureLoad(child, workload, requests, connections))
      return results
    })
    await takeTurns(warmUps, turns)
    const results = await takeTurns(rounds, turns)
    return [...children.keys()].map((server, at) => [server, results[at] ?? []])
  } finally {
    if (cores.length > 1) pin(process.pid, cores)
    for (const child of children.values()) await child.end()
  }
}

/** @throws Error if a server responds differently from ours. */
async function compareResponses(children: Map<string, ChildServer>, workloads: Workload[]): Promise<void> {
  for (const workload of workloads) {
    const samples = [...children].map(async ([server, { url }]) => [server, await sampleResponse(url, workload)])
    const [[, ours] = [], ...others] = await Promise.all(samples)
    const [server, other] = others.find(([, response]) => response !== ours) ?? []
    if (server) throw new Error(`${workload.name}: ${server} responds\n${other}\nand our server\n${ours}`)
  }
}

export const serverPeers = (isPlotted: boolean): Benchmark => ({
  title: 'our server beside others of the same contract; CPU time of the server in µs per request',
  async run() {
    const workloads = await createWorkloads()
    const results = await withLocations((locations) => measure(workloads, locations))
    const turnsOf = (server: string, at: number) => (results.get(server) ?? []).map((turns) => turns[at] as Turn)
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
          'to Fastify': `${ratio(server, fastify, at).toFixed(2)}x`,
          'to Express': `${ratio(server, express, at).toFixed(2)}x`,
        }
      }),
    )
    if (isPlotted) writeFileSync(new URL('../server-peers.svg', import.meta.url), plot(rows))
    const goalRows = goals.map(({ workload, peer, goal }) => {
      const at = workloads.findIndex(({ name }) => name === workload)
      const reached = ratio('ours', peer, at)
      const met = reached <= goal ? 'yes' : 'NO'
      return { request: workload, 'ours to': peer, CPU: `${reached.toFixed(2)}x`, goal: `${goal}x`, met }
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
})
