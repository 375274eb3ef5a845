/** Sends the requests of a workload with autocannon and checks the status of every response. */
import autocannon, { type Request, type Result } from 'autocannon'
import type { ChildServer } from './child-server.ts'

export interface Workload {
  name: string
  /** The statuses that count as a response; any other fails the benchmark. */
  statuses: number[]
  requests: Request[]
}

export interface LoadResult {
  /** Duration of the whole load, in milliseconds. */
  ms: number
  /** Duration of each response, in milliseconds. */
  latencies: number[]
  /** CPU time of the server, in microseconds per request. */
  cpu: number
}

/**
 * Loads a server on keep-alive connections, with one request at a time on each.
 * @throws Error if a response has a status that the workload does not list, or is missing.
 */
export async function measureLoad(
  { url, usage }: ChildServer,
  { name, statuses, requests }: Workload,
  amount: number,
  connections: number,
): Promise<LoadResult> {
  const latencies: number[] = []
  const before = await usage()
  const began = performance.now()
  let ended = began
  let wrong: number | undefined
  const { errors } = await new Promise<Result>((resolve, reject) => {
    const options = { url, requests, amount, connections, sampleInt: 10, timeout: 30 }
    const run = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
    run.on('response', (_client, status, _bytes, duration) => {
      latencies.push(duration)
      ended = performance.now()
      if (!statuses.includes(status)) wrong = status
    })
  })
  if (wrong !== undefined) throw new Error(`${name} of ${url} was answered by ${wrong}`)
  if (errors > 0 || latencies.length < amount)
    throw new Error(`${name} of ${url}: ${amount - latencies.length} unanswered`)
  return { ms: ended - began, latencies, cpu: ((await usage()).cpu - before.cpu) / amount }
}

/** Sends the first request of a workload once. */
export async function sendOne(base: string, { requests: [request] }: Workload) {
  const { path, ...init } = request as Request & { path: string }
  const response = await fetch(base + path, init as RequestInit)
  return { status: response.status, headers: response.headers, body: await response.text() }
}
