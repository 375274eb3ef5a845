/** Whether logins, whose hashes take long, hold other callers up, and what becomes of too many of them. */
import { request } from 'node:http'
import { demo, operations } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { type Child, startChild } from './mock-children.ts'
import type { Benchmark } from './report.ts'
import { percentile } from './server-load.ts'
import { commandOf } from './server-peers.ts'
import { tellLoad } from './store-rounds.ts'

const [others, concurrent, tooMany] = [1_000, 20, 60]
/** How often the p99 of others may grow. */
const most = 3

// Each account bears ten tries at once.
const emails = demoData.users.filter(({ passwordHash }) => passwordHash).map(({ email }) => email)

interface Told {
  status: number
  retryAfter: string | undefined
  ms: number
}

/** One request on a connection of its own. */
function send(url: string, method: string, path: string, headers: object, body = ''): Promise<Told> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const asked = { method, agent: false, headers: { ...headers, 'content-length': Buffer.byteLength(body) } } as const
    request(url + path, asked, (response) => {
      response.resume().once('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, retryAfter: headers['retry-after'], ms: performance.now() - began })
      })
    })
      .once('error', reject)
      .end(body)
  })
}

const logIn = (url: string, nth: number) => {
  const body = JSON.stringify({ email: emails[nth % emails.length], password: demo.password })
  return send(url, 'POST', operations.login.path, { 'content-type': 'application/json' }, body)
}

/** What other requests take, in milliseconds, one after the other. */
async function askOthers(url: string): Promise<number[]> {
  const taken: number[] = []
  const headers = { 'x-admin-api-key': demo.adminApiKey }
  for (let nth = 0; nth < others; nth++) {
    const { status, ms } = await send(url, 'GET', `${operations.listDeletionRequests.path}?limit=1`, headers)
    if (status !== 200) throw new Error(`a listing was answered by ${status}`)
    taken.push(ms)
  }
  return taken
}

/** The same, while so many logins are always under way. */
async function askBesideLogins(url: string): Promise<{ taken: number[]; logins: number }> {
  let [ended, logins] = [false, 0]
  const clients = Array.from({ length: concurrent }, async (_, nth) => {
    while (!ended) {
      const { status } = await logIn(url, nth)
      if (status !== 200) throw new Error(`a login was answered by ${status}`)
      logins += 1
    }
  })
  const taken = await askOthers(url)
  ended = true
  await Promise.all(clients)
  return { taken, logins }
}

/** Which of too many logins were taken, and how far from its turn any of these was answered. */
async function overload(url: string) {
  const order: number[] = []
  const told = await Promise.all(
    Array.from({ length: tooMany }, async (_, nth) => {
      const answer = await logIn(url, nth)
      if (answer.status === 200) order.push(nth)
      return answer
    }),
  )
  const inTurn = order.toSorted((a, b) => a - b)
  const refused = told.filter(({ status }) => status === 503)
  return {
    taken: order.length,
    refused: refused.length,
    other: tooMany - order.length - refused.length,
    withRetryAfter: refused.filter(({ retryAfter }) => Number(retryAfter) > 0).length,
    slowestRefusal: Math.max(...refused.map(({ ms }) => ms)),
    outOfTurn: Math.max(...order.map((nth, at) => Math.abs(inTurn.indexOf(nth) - at))),
  }
}

async function measure({ url }: Child) {
  await askOthers(url)
  await logIn(url, 0)
  return { idle: await askOthers(url), beside: await askBesideLogins(url), over: await overload(url) }
}

export const serverLogins: Benchmark = {
  title: `other requests, each on a new connection, beside ${concurrent} logins at production cost`,
  async run() {
    const child = await startChild(commandOf('ours'))
    const { idle, beside, over } = await measure(child).finally(child.end)
    const row = (what: string, taken: number[]) => ({
      what,
      'p50 ms': percentile(taken, 0.5).toFixed(2),
      'p99 ms': percentile(taken, 0.99).toFixed(2),
      'most ms': Math.max(...taken).toFixed(2),
    })
    const growth = percentile(beside.taken, 0.99) / percentile(idle, 0.99)
    const notes = [
      `p99 beside logins: ${growth.toFixed(1)}x of idle, at most ${most}x: ${growth <= most ? 'met' : 'NOT met'}. ${beside.logins} logins came through.`,
      `Of ${tooMany} logins at once ${over.taken} were taken and ${over.refused} refused by 503, ${over.withRetryAfter} of these with Retry-After, the slowest after ${over.slowestRefusal.toFixed(0)} ms; ${over.other} ended otherwise.`,
      `Those taken were answered in the order in which they came, but for ${over.outOfTurn} places at most.`,
      tellLoad(),
    ]
    return { rows: [row('idle', idle), row('beside logins', beside.taken)], notes }
  },
}
