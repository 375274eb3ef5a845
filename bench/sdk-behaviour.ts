/** How clients behave when things go wrong: each scenario on a server of its own on this machine. */
import { createMonitoring } from '../sdk/index.ts'
import { loadHeyApi } from './hey-api.ts'
import { refuse, replyJson, startLoopback } from './loopback.ts'
import type { Benchmark, Row } from './report.ts'
import { type Cell, type Scenario, scenarios } from './scenarios.ts'
import { listSubjects, type Outcome, type Subject } from './subjects.ts'

export interface Behaviour {
  scenario: string
  /** By the client's name. */
  cells: Record<string, Cell>
}

/** No good answer takes longer, in milliseconds. */
const patience = 1500

async function observe(subject: Subject, scenario: Scenario): Promise<Cell> {
  const { operation, id = 'x', timeout, abortAfter } = scenario
  const other = await startLoopback((response) => replyJson(response, 200, {}))
  const server = await startLoopback(scenario.answer(other.url))
  const end = new AbortController()
  const start = performance.now()
  try {
    const call = subject
      .call({ base: server.url, operation, id, timeout, signal: end.signal })
      .then((outcome) => ({ ...outcome, took: performance.now() - start }))
    const giveUp = setTimeout(() => end.abort(), abortAfter ?? patience + 100)
    let cutOff: unknown
    const cut = new Promise<Outcome & { took: undefined }>((resolve) => {
      cutOff = setTimeout(() => resolve({ failed: false, took: undefined }), patience)
    })
    const outcome = await Promise.race([call, cut])
    clearTimeout(giveUp)
    clearTimeout(cutOff as number)
    return scenario.judge({ ...outcome, subject, requests: server.seen, elsewhere: other.seen })
  } finally {
    end.abort()
    await Promise.all([server.close(), other.close()])
  }
}

/** Two calls at once meet a token that has run out: one renewal, and each call is repeated once. */
async function refreshOurs(): Promise<Cell> {
  const server = await startLoopback((response, _count, { headers }) =>
    headers.authorization === 'Bearer new'
      ? replyJson(response, 200, { incident: { id: 'x' } })
      : refuse(response, 401, 'UNAUTHENTICATED'),
  )
  try {
    let token = 'old'
    let refreshes = 0
    const refresh = async () => {
      refreshes++
      await new Promise((resolve) => setTimeout(resolve, 20))
      token = 'new'
      return token
    }
    const api = createMonitoring({ baseUrl: server.url, session: { token: () => token, refresh } })
    const calls = await Promise.allSettled([api.incidents.resolve('x'), api.incidents.resolve('y')])
    const good = calls.every(({ status }) => status === 'fulfilled') && refreshes === 1 && server.seen.length === 4
    return { verdict: good ? 'ok' : 'no', text: `${refreshes} refresh, ${server.seen.length} sent` }
  } finally {
    await server.close()
  }
}

/** Runs everything; the clients side by side, since most of the time is spent waiting. */
export async function runBehaviour(): Promise<Behaviour[]> {
  const subjects = listSubjects(await loadHeyApi())
  const columns = await Promise.all(
    subjects.map(async (subject) => {
      const cells: Cell[] = []
      for (const scenario of scenarios) cells.push(await observe(subject, scenario))
      cells.push(subject.name === 'ours' ? await refreshOurs() : { verdict: 'not offered', text: 'no refresh' })
      return { name: subject.name, cells }
    }),
  )
  const names = [...scenarios.map(({ name }) => name), 'two 401 at once: one refresh, one replay each']
  return names.map((scenario, row) => ({
    scenario,
    cells: Object.fromEntries(columns.map(({ name, cells }) => [name, cells[row] as Cell])),
  }))
}

export const sdkBehaviour: Benchmark = {
  title: 'what clients do when things go wrong',
  async run() {
    const results = await runBehaviour()
    const rows: Row[] = results.map(({ scenario, cells }) => {
      const shown = Object.entries(cells).map(([name, { verdict, text }]) => [name, `${verdict}: ${text}`])
      return { scenario, ...Object.fromEntries(shown) }
    })
    const count = (name: string, asked: string) => results.filter(({ cells }) => cells[name]?.verdict === asked).length
    const totals = Object.keys(results[0]?.cells ?? {}).map((name) => [
      name,
      `${count(name, 'ok')} ok, ${count(name, 'no')} no`,
    ])
    return { rows: [...rows, { scenario: 'in all', ...Object.fromEntries(totals) }] }
  },
}
