/** What our server costs for each request, beside others that have the same operations, checks, records and answers. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Child, startChild } from './mock-children.ts'
import { type Benchmark, formatTable, median, type Row } from './report.ts'
import { listCores, pin } from './server-cores.ts'
import { ask, load, makeWorkloads, percentile, type Workload } from './server-load.ts'
import { plot } from './server-plot.ts'
import { type Places, withPlaces } from './store-places.ts'
import { medianRatio, takeTurns, tellLoad } from './store-rounds.ts'

/** Processes of a server: what one compiles to, and where it lies in memory, makes it faster or slower than the next. */
const generations = 2
/** Turns of each process: first until what is hot is compiled, then those that count. */
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

/** What ours may cost at most, over what another one costs. */
const goals = [
  { workload: 'resolve', peer: fastify, goal: 1.1 },
  { workload: 'admin page of 20', peer: fastify, goal: 1.1 },
  { workload: 'invalid signup', peer: fastify, goal: 1.5 },
  { workload: 'resolve', peer: express, goal: 1 },
  { workload: 'admin page of 20', peer: express, goal: 1 },
]

/** The command of a server of this folder, for a port. */
export const commandOf =
  (name: string, ...args: string[]) =>
  (port: number): [string, ...string[]] => [
    fileURLToPath(new URL(`server-${name}.ts`, import.meta.url)),
    `${port}`,
    ...args,
  ]

interface Turn {
  /** Of the server's process, in microseconds per request. */
  cpu: number
  ms: number
  answers: number[]
}

/** One turn for each workload. */
async function takeTurn({ url, used }: Child, workloads: Workload[]): Promise<Turn[]> {
  const turns: Turn[] = []
  for (const workload of workloads) {
    const before = await used()
    const taken = await load(url, workload, requests, connections)
    turns.push({ ...taken, cpu: ((await used()).cpu - before.cpu) / requests })
  }
  return turns
}

/** By server, round and workload. */
async function measure(workloads: Workload[], places: Places): Promise<Map<string, Turn[][]>> {
  const all = new Map<string, Turn[][]>()
  for (let generation = 0; generation < generations; generation++) {
    for (const [server, turns] of await measureOnce(workloads, places)) {
      all.set(server, [...(all.get(server) ?? []), ...turns])
    }
  }
  return all
}

async function measureOnce(workloads: Workload[], { make }: Places): Promise<[string, Turn[][]][]> {
  const cores = listCores()
  const children = new Map<string, Child>()
  try {
    for (const [server, name] of Object.entries(peers)) children.set(server, await startChild(commandOf(name)))
    for (const kind of ['sqlite', 'postgres'] as const) {
      children.set(`ours, ${kind}`, await startChild(commandOf('ours', await make(kind))))
    }
    await compareAnswers(children, workloads)
    if (cores.length > 1) {
      for (const { pid } of children.values()) pin(pid, cores.slice(0, 1))
      pin(process.pid, cores.slice(1))
    }
    const turns = [...children.values()].map((child) => () => takeTurn(child, workloads))
    await takeTurns(warmUps, turns)
    const taken = await takeTurns(rounds, turns)
    return [...children.keys()].map((server, at) => [server, taken[at] ?? []])
  } finally {
    if (cores.length > 1) pin(process.pid, cores)
    for (const child of children.values()) await child.end()
  }
}

/** @throws Error if somebody answers otherwise than we do. */
async function compareAnswers(children: Map<string, Child>, workloads: Workload[]): Promise<void> {
  for (const workload of workloads) {
    const told = [...children].map(async ([server, { url }]) => ({ server, answer: await ask(url, workload) }))
    const [ours, ...others] = await Promise.all(told)
    const other = others.find(({ answer }) => answer !== ours?.answer)
    if (other)
      throw new Error(`${workload.name}: ${other.server} answers\n${other.answer}\nwhere we answer\n${ours?.answer}`)
  }
}

export const serverPeers = (isPlotted: boolean): Benchmark => ({
  title: 'our server beside others of the same contract; CPU time of the server in µs per request',
  async run() {
    const workloads = await makeWorkloads()
    const taken = await withPlaces((places) => measure(workloads, places))
    const turnsOf = (server: string, at: number) => (taken.get(server) ?? []).map((turns) => turns[at] as Turn)
    const costsOf = (server: string, at: number) => turnsOf(server, at).map(({ cpu }) => cpu)
    const ratio = (server: string, peer: string, at: number) => medianRatio(costsOf(server, at), costsOf(peer, at))
    const rows = workloads.flatMap(({ name }, at) =>
      [...taken.keys()].map((server): Row => {
        const turns = turnsOf(server, at)
        const answers = turns.flatMap((turn) => turn.answers)
        return {
          request: name,
          server,
          'CPU µs': Math.round(median(costsOf(server, at))),
          'req/s': Math.round(median(turns.map(({ ms }) => (requests / ms) * 1_000))),
          'p50 ms': percentile(answers, 0.5).toFixed(1),
          'p99 ms': percentile(answers, 0.99).toFixed(1),
          'to Fastify': `${ratio(server, fastify, at).toFixed(2)}x`,
          'to Express': `${ratio(server, express, at).toFixed(2)}x`,
        }
      }),
    )
    if (isPlotted) writeFileSync(new URL('server-peers.svg', import.meta.url), plot(rows))
    const judged = goals.map(({ workload, peer, goal }) => {
      const reached = ratio(
        'ours',
        peer,
        workloads.findIndex(({ name }) => name === workload),
      )
      return {
        request: workload,
        'ours to': peer,
        CPU: `${reached.toFixed(2)}x`,
        goal: `${goal}x`,
        met: reached <= goal ? 'yes' : 'NO',
      }
    })
    const notes = [
      `Medians of ${generations} processes of each server, each of ${rounds} interleaved rounds of ${requests} requests on ${connections} connections;`,
      `ratios are medians of each round's own, after ${warmUps} rounds that warm up.`,
      listCores().length > 1 ? 'Servers on one core, the load on the others.' : 'Servers and load share the cores.',
      tellLoad(),
      '',
      formatTable(judged),
    ]
    return { rows, notes }
  },
})
