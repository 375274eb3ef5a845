/** The benchmark `sdk-behaviour`: how clients handle failures, each scenario on a server of its own. */
import { setTimeout } from 'node:timers/promises'
import { createMonitoring, withRefresh } from '../../../sdk/index.ts'
import type { Benchmark, Row } from '../report.ts'
import { type Cell, scenarios as known, type Scenario } from './failure-scenarios.ts'
import { sendError, sendJson, startLoopback } from './loopback.ts'
import { type Outcome, ours, type TestedClient } from './our-client.ts'
import { reportedScenarios } from './reported-scenarios.ts'

export interface Behaviour {
  scenario: string
  /** Results by client name. */
  cells: Record<string, Cell>
}

const scenarios = { ...known, ...reportedScenarios }

/** The longest duration of an acceptable call, in milliseconds. */
const patience = 1500

async function observe(client: TestedClient, scenario: Scenario): Promise<Cell> {
  const { operation, id = 'x', timeout, abortAfter } = scenario
  const other = await startLoopback((response) => sendJson(response, 200, {}))
  const server = await startLoopback((response, count) => scenario.respond(response, count, other.url))
  const abort = new AbortController()
  const timers = new AbortController()
  const start = performance.now()
  try {
    const call = client
      .call({ base: server.url, operation, id, timeout, signal: abort.signal })
      .then((outcome) => ({ ...outcome, took: performance.now() - start }))
    const after = <T>(ms: number, value: () => T) => setTimeout(ms, undefined, { signal: timers.signal }).then(value)
    after(abortAfter ?? patience + 100, () => abort.abort()).catch(() => {})
    const cut = after(patience, (): Outcome & { took: undefined } => ({ failed: false, took: undefined }))
    const outcome = await Promise.race([call, cut])
    return scenario.judge({ ...outcome, client, requests: server.seen, elsewhere: other.seen })
  } finally {
    timers.abort()
    abort.abort()
    await Promise.all([server.close(), other.close()])
  }
}

/** Two concurrent calls have an expired token: one refresh, and each call is repeated once. */
async function observeRefresh(): Promise<Cell> {
  const server = await startLoopback((response, _count, { headers }) =>
    headers.authorization === 'Bearer new'
      ? sendJson(response, 200, { incident: { id: 'x' } })
      : sendError(response, 401, 'UNAUTHENTICATED'),
  )
  try {
    let token = 'old'
    let refreshes = 0
    const refresh = async () => {
      refreshes++
      await setTimeout(20)
      token = 'new'
      return token
    }
    const api = createMonitoring({ baseUrl: server.url, session: withRefresh({ token: () => token, refresh }) })
    const calls = await Promise.allSettled([api.incidents.resolve('x'), api.incidents.resolve('y')])
    const good = calls.every(({ status }) => status === 'fulfilled') && refreshes === 1 && server.seen.length === 4
    return { verdict: good ? 'ok' : 'no', text: `${refreshes} refresh, ${server.seen.length} sent` }
  } finally {
    await server.close()
  }
}

/** Runs all scenarios; the clients run concurrently, since most of the time is spent waiting. */
export async function runBehaviour(peers: TestedClient[] = []): Promise<Behaviour[]> {
  const columns = await Promise.all(
    [ours, ...peers].map(async (client) => {
      const cells: Cell[] = []
      for (const scenario of Object.values(scenarios)) cells.push(await observe(client, scenario))
      cells.push(client === ours ? await observeRefresh() : { verdict: 'not offered', text: 'no refresh' })
      return { name: client.name, cells }
    }),
  )
  const names = [...Object.keys(scenarios), 'two 401 at once: one refresh, one replay each']
  return names.map((scenario, row) => ({
    scenario,
    cells: Object.fromEntries(columns.map(({ name, cells }) => [name, cells[row] as Cell])),
  }))
}

export const sdkBehaviour: Benchmark = {
  title: 'what clients do when things go wrong',
  async run() {
    // The peers are not installed for tests, which run ours alone.
    const [{ listPeers }, { loadHeyApi }] = await Promise.all([import('./peer-clients.ts'), import('./hey-api.ts')])
    const results = await runBehaviour(listPeers(await loadHeyApi()))
    const rows: Row[] = results.map(({ scenario, cells }) => {
      const shown = Object.entries(cells).map(([name, { verdict, text }]) => [name, `${verdict}: ${text}`])
      return { scenario, ...Object.fromEntries(shown) }
    })
    const count = (name: string, verdict: string) =>
      results.filter(({ cells }) => cells[name]?.verdict === verdict).length
    const names = Object.keys(results[0]?.cells ?? {})
    const totals = names.map((name) => [name, `${count(name, 'ok')} ok, ${count(name, 'no')} no`])
    return { rows: [...rows, { scenario: 'in all', ...Object.fromEntries(totals) }] }
  },
}
