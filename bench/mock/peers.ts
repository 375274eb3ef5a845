/** The benchmark `mock-peers`: the cost of the mock, per start and per request, beside other mocks of the same contract. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contractFile } from '@monitoring-service/contract/files'
import { type ChildServer, type Command, measureStarts, startChild } from '../child-server.ts'
import { measureLoad } from '../load.ts'
import { type Benchmark, formatTable, type Row } from '../report.ts'
import { describeLoad, median, medianRatio, takeTurns } from '../rounds.ts'
import { record, workloads } from './requests.ts'

const [starts, warmUps, rounds] = [7, 3, 11]
const [requests, connections] = [200, 10]

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const prismPackage = createRequire(import.meta.url).resolve('@stoplight/prism-cli/package.json')
const prism = join(dirname(prismPackage), 'dist/index.js')
const ours: Command = (port) => [pathOf('../../mock/main.ts'), '--port', `${port}`]
const rival = 'prism-cli -v silent'

async function listServers(): Promise<Record<string, Command>> {
  const first = await startChild(ours)
  const recording = JSON.stringify(await record(first.url).finally(first.end))
  const onContract =
    (file: string): Command =>
    (port) => [pathOf(file), `${port}`, contractFile]
  return {
    ours,
    'prism-cli': (port) => [prism, 'mock', contractFile, '-p', `${port}`],
    [rival]: (port) => [prism, 'mock', contractFile, '-p', `${port}`, '-v', 'silent'],
    '@scalar/mock-server': onContract('./scalar.ts'),
    'openapi-backend': onContract('./openapi-backend.ts'),
    'node:http, same bytes': (port) => [pathOf('./bare.ts'), `${port}`, recording],
  }
}

/** The costs of a server by name and unit, one figure for each round. */
type Costs = Record<string, number[]>

async function measureRequests(commands: Command[]): Promise<Costs[]> {
  const children: ChildServer[] = []
  try {
    for (const command of commands) children.push(await startChild(command))
    const turns = children.map((child) => async () => {
      const costs: number[] = []
      for (const workload of workloads) costs.push((await measureLoad(child, workload, requests, connections)).cpu)
      return costs
    })
    await takeTurns(warmUps, turns)
    const measured = await takeTurns(rounds, turns)
    const memory = await Promise.all(children.map((child) => child.usage()))
    return measured.map((costs, index) => ({
      ...Object.fromEntries(workloads.map(({ name }, at) => [name, costs.map((round) => round[at] ?? NaN)])),
      'RSS MB': [(memory[index]?.rss ?? NaN) / 1e6],
    }))
  } finally {
    for (const child of children) await child.end()
  }
}

/** The ratios of our costs to those of another server in the same round; below 1x, ours is cheaper. */
function compare(own: Costs, others: Costs): [cost: string, ratio: number][] {
  return Object.entries(own).map(([cost, figures]) => [cost, medianRatio(figures, others[cost] ?? [])])
}

function checkGoals(own: Costs, others: Costs): Row[] {
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
    const atStart = await measureStarts(starts, commands)
    const atWork = await measureRequests(commands)
    const measured = Object.keys(servers).map((server, at) => {
      const started = atStart[at] ?? []
      const startCosts = { 'start ms': started.map(({ ms }) => ms), 'start CPU ms': started.map(({ cpu }) => cpu) }
      return { server, costs: { ...startCosts, ...atWork[at] } as Costs }
    })
    const rows = measured.map(({ server, costs }) => ({
      server,
      ...Object.fromEntries(Object.entries(costs).map(([cost, figures]) => [cost, Math.round(median(figures))])),
    }))
    const [{ costs: own } = { costs: {} }, ...others] = measured
    const ratios = others.map(({ server, costs }) => {
      const named = compare(own, costs).map(([cost, ratio]) => [
        cost.replace(/ (?:ms|MB)$/, ''),
        `${ratio.toFixed(2)}x`,
      ])
      return { 'ours to': server, ...Object.fromEntries(named) }
    })
    const notes = [
      `Medians of ${starts} starts and of ${rounds} interleaved rounds of ${requests} requests on ${connections} connections.`,
      '"own words" is a valid request that is not an example of the contract: ours answers it as the server would.',
      describeLoad(),
      '\nThe cost of ours over that of another in the same round: below 1x, ours is cheaper.\n',
      formatTable(ratios),
      '',
      formatTable(checkGoals(own, others.find(({ server }) => server === rival)?.costs ?? {})),
    ]
    return { rows, notes }
  },
}
