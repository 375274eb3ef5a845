/** The benchmark `server-logins`: other requests beside logins, whose hashes are slow, and an overload of logins. */
import { request } from 'node:http'
import { demo, operations } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { startChild } from '../child-server.ts'
import type { Benchmark } from '../report.ts'
import { describeLoad, percentile } from '../rounds.ts'
import { commandOf } from './peers.ts'

const [others, concurrent, tooMany] = [1_000, 20, 60]
/** The highest permitted growth of the p99 of other requests. */
const limit = 3

// Each account permits ten concurrent attempts.
const emails = demoData.users.filter(({ passwordHash }) => passwordHash).map(({ email }) => email)

interface TimedResponse {
  status: number
  retryAfter: string | undefined
  ms: number
}

/** Sends one request on a connection of its own. */
function send(url: string, method: string, path: string, headers: object, body = ''): Promise<TimedResponse> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const options = {
      method,
      agent: false,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    } as const
    request(url + path, options, (response) => {
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

/** The durations of other requests in milliseconds, sent sequentially. */
async function timeOthers(url: string): Promise<number[]> {
  const times: number[] = []
  const headers = { 'x-admin-api-key': demo.adminApiKey }
  for (let nth = 0; nth < others; nth++) {
    const { status, ms } = await send(url, 'GET', `${operations.listDeletionRequests.path}?limit=1`, headers)
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

/** Sends too many logins: how many are accepted and rejected, and how far from its position any was answered. */
async function overload(url: string) {
  const order: number[] = []
  const attempts = Array.from({ length: tooMany }, async (_, nth) => {
    const response = await logIn(url, nth)
    if (response.status === 200) order.push(nth)
    return response
  })
  const responses = await Promise.all(attempts)
  const sorted = order.toSorted((a, b) => a - b)
  const rejected = responses.filter(({ status }) => status === 503)
  return {
    accepted: order.length,
    rejected: rejected.length,
    other: tooMany - order.length - rejected.length,
    withRetryAfter: rejected.filter(({ retryAfter }) => Number(retryAfter) > 0).length,
    slowestRejection: Math.max(...rejected.map(({ ms }) => ms)),
    outOfOrder: Math.max(...order.map((nth, at) => Math.abs(sorted.indexOf(nth) - at))),
  }
}

async function measure(url: string) {
  await timeOthers(url)
  await logIn(url, 0)
  return { idle: await timeOthers(url), beside: await timeBesideLogins(url), over: await overload(url) }
}

export const serverLogins: Benchmark = {
  title: `other requests, each on a new connection, beside ${concurrent} logins at production cost`,
  async run() {
    const child = await startChild(commandOf('ours'))
    const { idle, beside, over } = await measure(child.url).finally(child.end)
    const row = (what: string, times: number[]) => ({
      what,
      'p50 ms': percentile(times, 0.5).toFixed(2),
      'p99 ms': percentile(times, 0.99).toFixed(2),
      'most ms': Math.max(...times).toFixed(2),
    })
    const growth = percentile(beside.times, 0.99) / percentile(idle, 0.99)
    const notes = [
      `p99 beside logins: ${growth.toFixed(1)}x of idle, at most ${limit}x: ${growth <= limit ? 'met' : 'NOT met'}. ${beside.logins} logins completed.`,
      `Of ${tooMany} logins at once ${over.accepted} were accepted and ${over.rejected} rejected with 503, ${over.withRetryAfter} of these with Retry-After, the slowest after ${over.slowestRejection.toFixed(0)} ms; ${over.other} ended otherwise.`,
      `Accepted logins were answered in order of arrival, except for ${over.outOfOrder} positions at most.`,
      describeLoad(),
    ]
    return { rows: [row('idle', idle), row('beside logins', beside.times)], notes }
  },
}
