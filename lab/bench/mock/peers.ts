/** The benchmark `mock-peers`: the cost of the mock, per start and per request, beside other mocks of the same contract. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contractFile } from '@monitoring-service/contract/files'
import { type Command, measureStarts, withChildren } from '../child-server.ts'
import { measureLoad } from '../load.ts'
import { type Benchmark, formatTable } from '../report.ts'
import { describeLoad, formatRatio, median, medianRatio, takeTurns } from '../rounds.ts'
import { workloads } from './requests.ts'

const [starts, warmUps, rounds] = [7, 3, 11]
const [requests, connections] = [200, 10]

export const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const prismPackage = createRequire(import.meta.url).resolve('@stoplight/prism-cli/package.json')
export const prism = join(dirname(prismPackage), 'dist/index.js')
export const ours: Command = (port) => [pathOf('../../../mock/main.ts'), '--port', `${port}`]

/** The costs of a server by name and unit, one figure for each round. */
type Costs = Record<string, number[]>

const servers: Record<string, Command> = {
  ours,
  'prism-cli -v silent': (port) => [prism, 'mock', contractFile, '-p', `${port}`, '-v', 'silent'],
  'openapi-backend': (port) => [pathOf('./openapi-backend.ts'), `${port}`, contractFile],
}

function measureRequests(commands: Command[]): Promise<Costs[]> {
  return withChildren(commands, async (children) => {
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
  })
}

async function measure(commands: Command[]): Promise<Costs[]> {
  const atStart = await measureStarts(starts, commands)
  const atWork = await measureRequests(commands)
  return atStart.map((started, at) => ({
    'start ms': started.map(({ ms }) => ms),
    'start CPU ms': started.map(({ cpu }) => cpu),
    ...atWork[at],
  }))
}

/** The ratios of our costs to those of another server in the same round; below 1x, ours is cheaper. */
function compare(own: Costs, others: Costs): [cost: string, ratio: number][] {
  return Object.entries(own).map(([cost, figures]) => [cost, medianRatio(figures, others[cost] ?? [])])
}

export const mockPeers: Benchmark = {
  title: 'the mock beside other mocks of the same contract; CPU time of the server in µs per request',
  async run() {
    const measured = await measure(Object.values(servers))
    const costsOf = Object.fromEntries(Object.keys(servers).map((server, at) => [server, measured[at] ?? {}]))
    const { ours: own = {}, ...others } = costsOf
    const rows = Object.entries(costsOf).map(([server, costs]) => {
      const medians = Object.entries(costs).map(([cost, figures]) => [cost, Math.round(median(figures))])
      return { server, ...Object.fromEntries(medians) }
    })
    const ratios = Object.entries(others).map(([server, costs]) => {
      const shown = compare(own, costs).map(([cost, ratio]) => [cost.replace(/ (?:ms|MB)$/, ''), formatRatio(ratio)])
      return { 'ours to': server, ...Object.fromEntries(shown) }
    })
    const notes = [
      `Medians of ${starts} starts and of ${rounds} interleaved rounds of ${requests} requests on ${connections} connections.`,
      '"own words" is a valid request that is not an example of the contract: ours answers it as the server would.',
      describeLoad(),
      '\nThe cost of ours over that of another in the same round: below 1x, ours is cheaper.\n',
      formatTable(ratios),
    ]
    return { rows, notes }
  },
}
