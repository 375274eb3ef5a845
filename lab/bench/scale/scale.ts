/** The benchmark `scale`: what others notice of one caller's large work, on SQLite and PostgreSQL. */
import { fork } from 'node:child_process'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { demo } from '@monitoring-service/contract'
import { createTokens } from '../../../server/auth/tokens.ts'
import { newId } from '../../../server/store/new-id.ts'
import { type Expected, startLoad } from '../../load.ts'
import { run } from '../../programs.ts'
import { exchange } from '../child-server.ts'
import { type Benchmark, formatTable, type Row } from '../report.ts'
import { describeLoad, median, percentile } from '../rounds.ts'
import { withLocations } from '../store/locations.ts'
import { makeData, recordsOfTeam } from '../store/records.ts'
import { createStore, type Engine, makeDue, type Size, year } from './data.ts'

const short: Size = { statistics: 1_000_000, users: 100_000, due: 10_000, loaded: 90_000 }
const full: Size = { statistics: 10_000_000, users: 1_000_000, due: 10_000, loaded: 900_000 }
const pages = [1, 1_000, 10_000]
/** The highest permitted p99 of others to that on an idle server, freeze, and time of a page, in milliseconds. */
const limits = { growth: 3, freeze: 50, page: 10 }

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const count = (number: number) => number.toLocaleString('en-US')

const command = (...args: string[]) => run(process.execPath, [path('../../../server/main.ts'), ...args])

/** The headers of user 0. */
async function authorize(): Promise<Record<string, string>> {
  const { accessToken } = await (await createTokens(demo.tokenSecret, () => new Date())).issue('user0')
  return { authorization: `Bearer ${accessToken}` }
}

const asAdmin = { 'x-admin-api-key': demo.adminApiKey }

/** User 0 has 20,000 incidents: the first half is resolved, the other deleted. */
let incident = 0

/** Sends the requests of others, fifty a second, until the work ends. */
async function beside<T>(url: string, work: () => Promise<T>) {
  const headers = await authorize()
  const kinds: (() => Expected)[] = [
    () => ({ method: 'PUT', path: `/api/v1/incidents/incident${incident++}/resolve`, headers, status: 200 }),
    () => ({ method: 'GET', path: '/admin/deletion-requests?page=7', headers: asAdmin, status: 200 }),
    () => ({ method: 'DELETE', path: `/api/v1/incidents/incident${10_000 + incident}`, headers, status: 204 }),
    () => ({ method: 'GET', path: '/admin/deletion-requests', status: 401 }),
  ]
  const began = performance.now()
  const load = startLoad(url, (nth) => (kinds[nth % kinds.length] as () => Expected)(), 50)
  const result = await work().finally(load.stop)
  return { result, times: load.times, lost: load.lost, seconds: (performance.now() - began) / 1_000 }
}

/** Deletes all statistics of the service, and compares the answer with their number. */
async function reset(url: string, { statistics }: Size): Promise<string> {
  const request = { method: 'DELETE', headers: await authorize() }
  const response = await fetch(`${url}/api/v1/services/service/stats`, request)
  const [status, body] = [response.status, await response.text()]
  const rows = Math.ceil(statistics / year) * year
  if (status !== 200 || JSON.parse(body).deletedCount !== rows) return `NOT done: ${status} ${body}`
  return `${count(rows)} rows`
}

async function timePages(url: string, size: Size): Promise<Row[]> {
  const rows: Row[] = []
  for (const page of pages.filter((page) => page * 100 <= size.users)) {
    const times: number[] = []
    for (let nth = 0; nth < 40; nth++) {
      const began = performance.now()
      const response = await fetch(`${url}/admin/deletion-requests?page=${page}&limit=100`, { headers: asAdmin })
      const length = (await response.text()).length
      if (response.status !== 200 || length < 10_000)
        throw new Error(`page ${page}: ${response.status}, ${length} bytes`)
      times.push(performance.now() - began)
    }
    const met = median(times) <= limits.page ? 'yes' : 'NO'
    rows.push({ page: count(page), 'p50 ms': round(median(times)), 'slowest ms': round(Math.max(...times)), met })
  }
  return rows
}

const round = (number: number) => Math.round(number * 10) / 10

async function measure(engine: Engine, size: Size): Promise<{ rows: Row[]; pages: Row[] }> {
  return withLocations(async (locations) => {
    const { folder } = locations
    const storeUrl = await createStore(engine, size, locations)
    const file = join(folder, 'load.json')
    const { users, ...loaded } = makeData(size.loaded / recordsOfTeam)
    const staying = users.map((user) => ({ ...user, id: newId(), deletionScheduledAt: null }))
    await writeFile(file, JSON.stringify({ ...loaded, users: staying }))
    const child = fork(path('server.ts'), [storeUrl])
    try {
      const url = await exchange<string>(child)
      const works: Record<string, () => Promise<string>> = {
        'nothing else': () => setTimeout(20_000, ''),
        async backup() {
          await command('backup', join(folder, 'backup'), '--store', storeUrl)
          return `${count(Math.round((await stat(join(folder, 'backup'))).size / 1e6))} MB`
        },
        // On SQLite, other writers wait for a load: docs/operating.md says to stop the servers.
        ...(engine === 'postgres' && { load: () => command('load', file, '--store', storeUrl) }),
        purge: async () => `${count(await exchange<number>(child, 'purge'))} users`,
        reset: () => reset(url, size),
      }
      // The first requests run code that is not compiled yet.
      await beside(url, () => setTimeout(5_000))
      const pages = await timePages(url, size)
      const rows: Row[] = []
      let idle: number | undefined
      for (const [name, work] of Object.entries(works)) {
        // In this process, which could not measure others meanwhile.
        if (name === 'purge') await makeDue(storeUrl, size)
        await exchange(child, 'delay')
        const { result, times, lost, seconds } = await beside(url, () => work().catch(describeError))
        const [p99, freeze] = [percentile(times, 0.99), await exchange<number>(child, 'delay')]
        idle ??= p99
        const isMet = p99 <= limits.growth * idle && freeze <= limits.freeze && lost.length === 0
        rows.push({
          store: engine,
          beside: name,
          seconds: round(seconds),
          'p50 ms': round(median(times)),
          'p99 ms': round(p99),
          'most ms': round(Math.max(...times)),
          'to idle': `${(p99 / idle).toFixed(1)}x`,
          'freeze ms': Math.round(freeze),
          failed: lost.length,
          met: isMet ? 'yes' : 'NO',
          result,
        })
        console.error(JSON.stringify(rows.at(-1)), lost)
      }
      return { rows, pages: pages.map((row) => ({ store: engine, ...row })) }
    } finally {
      child.kill()
    }
  })
}

const describeError = (error: Error) => `NOT done: ${error.message.split('\n')[0]}`

export const scale = (engine: Engine, isFull: boolean): Benchmark => ({
  title: `what others notice of one caller's large work, on ${engine}`,
  async run() {
    const size = isFull ? full : short
    const { rows, pages } = await measure(engine, size)
    const notes = [
      `${count(size.statistics)} statistics, ${count(size.users)} incidents, ${count(size.users)} scheduled users. Others send 50 requests a second.`,
      `Goals: p99 at most ${limits.growth}x of idle, no freeze of the event loop above ${limits.freeze} ms, no failure.`,
      describeLoad(),
      '',
      `Pages of 100 of the admin listing, at most ${limits.page} ms:`,
      '',
      formatTable(pages),
    ]
    return { rows, notes }
  },
})
