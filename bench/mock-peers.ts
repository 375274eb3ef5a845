/** What our mock costs, at its start and for each request, beside other mocks of the same contract. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contractFile } from '@monitoring-service/contract/files'
import { type Child, startChild } from './mock-children.ts'
import { record, sendMany, workloads } from './mock-load.ts'
import { type Benchmark, formatTable, median, type Row } from './report.ts'
import { medianRatio, takeTurns, tellLoad } from './store-rounds.ts'

const [starts, warmUps, rounds] = [7, 3, 11]
const [requests, connections] = [200, 10]

type Command = (port: number) => [string, ...string[]]

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const prism = join(
  dirname(createRequire(import.meta.url).resolve('@stoplight/prism-cli/package.json')),
  'dist/index.js',
)
const ours: Command = (port) => [here('../mock/main.ts'), '--port', `${port}`]
const rival = 'prism-cli -v silent'

async function listServers(): Promise<Record<string, Command>> {
  const first = await startChild(ours)
  const answers = JSON.stringify(await record(first.url).finally(first.end))
  const program =
    (file: string): Command =>
    (port) => [here(file), `${port}`, contractFile]
  return {
    ours,
    'prism-cli': (port) => [prism, 'mock', contractFile, '-p', `${port}`],
    [rival]: (port) => [prism, 'mock', contractFile, '-p', `${port}`, '-v', 'silent'],
    '@scalar/mock-server': program('./mock-scalar.ts'),
    'openapi-backend': program('./mock-openapi-backend.ts'),
    'node:http, same bytes': (port) => [here('./mock-bare.ts'), `${port}`, answers],
  }
}

/** Each cost of a server, by its name with the unit, once for each round. */
type Costs = Record<string, number[]>

async function measureStarts(commands: Command[]): Promise<Costs[]> {
  const taken = await takeTurns(
    starts,
    commands.map((command) => async () => {
      const child = await startChild(command)
      const { cpu } = await child.used().finally(child.end)
      return { ms: child.start, cpu: cpu / 1_000 }
    }),
  )
  return taken.map((told) => ({
    'start ms': told.map(({ ms }) => ms),
    'start CPU ms': told.map(({ cpu }) => cpu),
  }))
}

async function measureRequests(commands: Command[]): Promise<Costs[]> {
  const children: Child[] = []
  try {
    for (const command of commands) children.push(await startChild(command))
    const turns = children.map((child) => () => takeTurn(child))
    await takeTurns(warmUps, turns)
    const taken = await takeTurns(rounds, turns)
    const memory = await Promise.all(children.map((child) => child.used()))
    return taken.map((costs, index) => ({
      ...Object.fromEntries(workloads.map(({ name }, at) => [name, costs.map((told) => told[at] ?? NaN)])),
      'RSS MB': [(memory[index]?.rss ?? NaN) / 1e6],
    }))
  } finally {
    for (const child of children) await child.end()
  }
}

/** Microseconds of the server's CPU time per request, by workload. */
async function takeTurn({ url, used }: Child): Promise<number[]> {
  const costs: number[] = []
  for (const workload of workloads) {
    const before = await used()
    await sendMany(url, workload, requests, connections)
    costs.push(((await used()).cpu - before.cpu) / requests)
  }
  return costs
}

/** What ours costs over what another costs in the same round: below 1x, ours is cheaper. */
function compare(own: Costs, others: Costs): [cost: string, ratio: number][] {
  return Object.entries(own).map(([cost, taken]) => [cost, medianRatio(taken, others[cost] ?? [])])
}

function judge(own: Costs, others: Costs): Row[] {
  const start = median(own['start ms'] ?? [])
  const goals = compare(own, others)
    .filter(([cost]) => cost !== 'RSS MB')
    .map(([cost, ratio]) => ({
      what: `${cost}, to ${rival}`,
      ours: `${ratio.toFixed(2)}x`,
      goal: '1x',
      met: ratio <= 1,
    }))
  const most = { what: 'start to first answer', ours: `${Math.round(start)} ms`, goal: '1,000 ms', met: start < 1_000 }
  return [most, ...goals].map((row) => ({ ...row, met: row.met ? 'yes' : 'NO' }))
}

export const mockPeers: Benchmark = {
  title: 'the mock beside other mocks of the same contract; CPU time of the server in µs per request',
  async run() {
    const servers = await listServers()
    const commands = Object.values(servers)
    const [atStart, atWork] = [await measureStarts(commands), await measureRequests(commands)]
    const measured = Object.keys(servers).map((server, at) => ({ server, costs: { ...atStart[at], ...atWork[at] } }))
    const rows = measured.map(({ server, costs }) => ({
      server,
      ...Object.fromEntries(Object.entries(costs).map(([cost, taken]) => [cost, Math.round(median(taken))])),
    }))
    const [{ costs: own } = { costs: {} }, ...others] = measured
    const ratios = others.map(({ server, costs }) => ({
      'ours to': server,
      ...Object.fromEntries(
        compare(own, costs).map(([cost, ratio]) => [cost.replace(/ (?:ms|MB)$/, ''), `${ratio.toFixed(2)}x`]),
      ),
    }))
    const silent = others.find(({ server }) => server === rival)
    const notes = [
      `Medians of ${starts} starts and of ${rounds} interleaved rounds of ${requests} requests on ${connections} connections.`,
      `"own words" is a valid request that is no example of the contract: ours answers it as the server would.`,
      tellLoad(),
      '\nWhat ours costs over what another costs, in the same round: below 1x, ours is cheaper.\n',
      formatTable(ratios),
      '',
      formatTable(judge(own, silent?.costs ?? {})),
    ]
    return { rows, notes }
  },
}
