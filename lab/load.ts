/** Constant load on a server, on connections that are kept, with the duration of each request and how the lost ones ended. */
import { Agent, request as open } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

export interface Request {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
}

/** A request with the only status that does not count as lost. */
export type Expected = Request & { status: number }

export interface Response {
  status: number
  body: string
  ms: number
}

export interface Load {
  sent(): number
  /** Milliseconds of each response. */
  times: number[]
  lost: string[]
  stop(): Promise<void>
}

/** @throws Error if the connection is lost, or no response comes in time. */
export function send(base: string, request: Request, timeout = 30_000, agent?: Agent): Promise<Response> {
  const { method, path, headers, body: content } = request
  const length = content === undefined ? {} : { 'Content-Length': Buffer.byteLength(content) }
  const options = { method, timeout, headers: { ...headers, ...length }, ...(agent && { agent }) }
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const sent = open(base + path, options, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text) => {
        body += text
      })
      response.once('error', reject)
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body, ms: performance.now() - began }))
    })
    sent.once('timeout', () => sent.destroy(new Error(`no response in ${timeout / 1000} s`)))
    sent.once('error', reject).end(content)
  })
}

/** Sends so many requests a second on ten connections, whether earlier ones are answered or not. */
export function startLoad(base: string, requestOf: (nth: number) => Expected, perSecond: number): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: 10 })
  const running: Promise<void>[] = []
  const [times, lost]: [number[], string[]] = [[], []]
  let isStopped = false

  async function sendOne({ status: expected, ...request }: Expected): Promise<void> {
    const outcome = await send(base, request, undefined, agent).catch((error: Error) => error)
    const isLost = outcome instanceof Error || outcome.status !== expected
    if (isLost)
      lost.push(`${request.method} ${request.path}: ${outcome instanceof Error ? outcome.message : outcome.status}`)
    if (!(outcome instanceof Error)) times.push(outcome.ms)
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      running.push(sendOne(requestOf(running.length)))
      // The pauses differ, so that connections are idle for different times.
      await wait((2_000 / perSecond) * Math.random())
    }
  }

  const ended = run()
  return {
    sent: () => running.length,
    times,
    lost,
    async stop() {
      isStopped = true
      await ended
      await Promise.all(running)
      agent.destroy()
    },
  }
}
