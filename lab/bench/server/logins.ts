/** The benchmark `server-logins`: other requests beside logins, whose hashes are slow, and an overload of logins. */
import { request } from 'node:http'
import { demo, operations } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { withChild } from '../child-server.ts'
import type { Benchmark } from '../report.ts'
import { describeLoad, percentile } from '../rounds.ts'
import { commandOf } from './peers.ts'

const [others, concurrent, tooMany] = [1_000, 20, 60]
/** The highest permitted growth of the p99 of other requests. */
const limit = 3

// Each account permits ten concurrent attempts.
const emails = demoData.users.filter(({ passwordHash }) => passwordHash).map(({ email }) => email)

type TimedResponse = { status: number; retryAfter: string | undefined; ms: number }

/** Sends one request on a connection of its own. */
function send(url: string, method: string, headers: object, body = ''): Promise<TimedResponse> {
  const began = performance.now()
  const options = { method, agent: false, headers: { ...headers, 'content-length': Buffer.byteLength(body) } } as const
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      const { statusCode: status = 0, headers } = response
      response.resume().once('end', () => {
        resolve({ status, retryAfter: headers['retry-after'], ms: performance.now() - began })
      })
    })
    sent.once('error', reject).end(body)
  })
}

const logIn = (url: string, nth: number) => {
  const body = JSON.stringify({ email: emails[nth % emails.length], password: demo.password })
  return send(url + operations.login.path, 'POST', { 'content-type': 'application/json' }, body)
}

/** The durations of other requests in milliseconds, sent sequentially. */
async function timeOthers(url: string): Promise<number[]> {
  const times: number[] = []
  const headers = { 'x-admin-api-key': demo.adminApiKey }
  for (let nth = 0; nth < others; nth++) {
    const { status, ms } = await send(`${url}${operations.listDeletionRequests.path}?limit=1`, 'GET', headers)
    if (status !== 200) throw new Error(`a listing was answered by ${status}`)
    times.push(ms)
  }
  return times
}

/** The same with a constant number of logins in progress. */
async function timeBesideLogins(url: string): Promise<{ times: number[]; logins: number }> {
  let [ended, logins] = [false, 0]
  const clients = Array.from({ length: concurrent }, async (_, nth) => {
    while (!ended) {
      const { status } = await logIn(url, nth)
      if (status !== 200) throw new Error(`a login was answered by ${status}`)
      logins += 1
    }
  })
  const times = await timeOthers(url)
  ended = true
  await Promise.all(clients)
  return { times, logins }
}

/** Sends too many logins and describes how they end. */
async function overload(url: string): Promise<string[]> {
  const order: number[] = []
  const attempts = Array.from({ length: tooMany }, async (_, nth) => {
    const response = await logIn(url, nth)
    if (response.status === 200) order.push(nth)
    return response
  })
  const rejected = (await Promise.all(attempts)).filter(({ status }) => status === 503)
  const sorted = order.toSorted((a, b) => a - b)
  const other = tooMany - order.length - rejected.length
  const withRetryAfter = rejected.filter(({ retryAfter }) => Number(retryAfter) > 0).length
  const slowest = Math.max(...rejected.map(({ ms }) => ms)).toFixed(0)
  const outOfOrder = Math.max(...order.map((nth, at) => Math.abs(sorted.indexOf(nth) - at)))
  return [
    `Of ${tooMany} logins at once ${order.length} were accepted and ${rejected.length} rejected with 503, ${withRetryAfter} of these with Retry-After, the slowest after ${slowest} ms; ${other} ended otherwise.`,
    `Accepted logins were answered in order of arrival, except for ${outOfOrder} positions at most.`,
  ]
}

const toRow = (what: string, times: number[]) => ({
  what,
  'p50 ms': percentile(times, 0.5).toFixed(2),
  'p99 ms': percentile(times, 0.99).toFixed(2),
  'most ms': Math.max(...times).toFixed(2),
})

export const serverLogins: Benchmark = {
  title: `other requests, each on a new connection, beside ${concurrent} logins at production cost`,
  run: () =>
    withChild(commandOf('ours'), [], async ({ url }) => {
      await timeOthers(url)
      await logIn(url, 0)
      const idle = await timeOthers(url)
      const { times, logins } = await timeBesideLogins(url)
      const growth = percentile(times, 0.99) / percentile(idle, 0.99)
      const verdict = growth <= limit ? 'met' : 'NOT met'
      const note = `p99 beside logins: ${growth.toFixed(1)}x of idle, at most ${limit}x: ${verdict}. ${logins} logins completed.`
      const rows = [toRow('idle', idle), toRow('beside logins', times)]
      return { rows, notes: [note, ...(await overload(url)), describeLoad()] }
    }),
}
