/** The requests of `server-peers`, and how they are sent: by autocannon, which looks at every status. */
import { demo, operations } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import autocannon, { type Request, type Result } from 'autocannon'
import { createTokens } from '../server/auth/tokens.ts'
import { caller, incidentIds } from './server-world.ts'

export interface Workload {
  name: string
  status: number
  requests: Request[]
}

const json = { 'content-type': 'application/json' }

/** @returns the four, with a token that is good for a quarter of an hour. */
export async function makeWorkloads(): Promise<Workload[]> {
  const tokens = await createTokens(demo.tokenSecret, () => new Date())
  const user = demoData.users.find(({ email }) => email === caller)
  const { accessToken } = await tokens.issue(user?.id ?? '')
  const { resolveIncident, listDeletionRequests, signup } = operations
  const resolves = (headers: object): Request[] =>
    incidentIds.map((id) => ({
      method: 'PUT',
      path: resolveIncident.path.replace('{id}', id),
      headers: { ...json, ...headers },
      body: JSON.stringify({ cause: 'A certificate had expired' }),
    }))
  return [
    { name: 'resolve', status: 200, requests: resolves({ authorization: `Bearer ${accessToken}` }) },
    {
      name: 'admin page of 20',
      status: 200,
      requests: [
        {
          method: 'GET',
          path: `${listDeletionRequests.path}?page=1&limit=20`,
          headers: { 'x-admin-api-key': demo.adminApiKey },
        },
      ],
    },
    {
      name: 'invalid signup',
      status: 400,
      requests: [
        {
          method: 'POST',
          path: signup.path,
          headers: json,
          body: JSON.stringify({ email: 'ada.new.example', password: '1234567' }),
        },
      ],
    },
    { name: 'no token', status: 401, requests: resolves({}) },
  ]
}

export interface Taken {
  /** How long all of it took, in milliseconds. */
  ms: number
  /** How long each answer took, in milliseconds. */
  answers: number[]
}

/**
 * Sends so many requests on connections that are kept alive, each of them one at a time.
 * @throws Error if an answer has another status than the workload's, or none comes.
 */
export async function load(url: string, workload: Workload, amount: number, connections: number): Promise<Taken> {
  const { name, status, requests } = workload
  const answers: number[] = []
  const began = performance.now()
  let ended = began
  let wrong: number | undefined
  const { errors } = await new Promise<Result>((resolve, reject) => {
    const options = { url, requests, amount, connections, sampleInt: 10, timeout: 30 }
    const run = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
    run.on('response', (_client, got, _bytes, duration) => {
      answers.push(duration)
      ended = performance.now()
      if (got !== status) wrong = got
    })
  })
  if (wrong !== undefined) throw new Error(`${name} of ${url} was answered by ${wrong}`)
  if (errors > 0 || answers.length < amount) throw new Error(`${name} of ${url}: ${amount - answers.length} unanswered`)
  return { ms: ended - began, answers }
}

/** What a server answers to the first request of a workload, without what differs from one moment to the next. */
export async function ask(base: string, { requests: [request] }: Workload): Promise<string> {
  const { path, ...asked } = request as Request & { method: string; headers: Record<string, string> }
  const response = await fetch(base + path, asked as RequestInit)
  const body = (await response.json()) as { error?: { code: string } }
  const named = ['content-type', 'cache-control', 'x-content-type-options', 'www-authenticate']
  const headers = named.map((name) => response.headers.get(name)?.replace('; charset=utf-8', ''))
  // Messages are everybody's own.
  const told = body.error ? body.error.code : JSON.stringify(sorted(body)).replace(/\d{4}-[\d:.T-]+Z/g, 'a time')
  return [response.status, ...headers, told].join('\n')
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, child]) => [key, sorted(child)]))
}

/** The value below which so much of the numbers lies. */
export function percentile(numbers: number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? NaN
}
