/** Constant load on a server, on connections that are kept, with the duration of each request and how the lost ones ended. */
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

export interface Expected {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
  /** The only status that does not count as lost. */
  status: number
}

export interface Load {
  sent(): number
  /** Milliseconds of each response. */
  times: number[]
  lost: string[]
  stop(): Promise<void>
}

/**
 * Returns the status and the body of the response.
 * @throws Error if the connection is lost, or no response comes in time.
 */
function send(base: string, { method, path, headers, body }: Expected, agent: Agent): Promise<[number, string]> {
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
  const options = { method, agent, timeout: 30_000, headers: { ...headers, ...length } }
  return new Promise((resolve, reject) => {
    const sent = request(base + path, options, (response) => {
      text(response).then((received) => resolve([response.statusCode ?? 0, received]), reject)
    })
    sent.once('timeout', () => sent.destroy(new Error('no response in 30 s')))
    sent.once('error', reject).end(body)
  })
}

/** Sends so many requests a second on ten connections, whether earlier ones are answered or not. */
export function startLoad(base: string, requestOf: (nth: number) => Expected, perSecond: number): Load {
  // Ends idle connections before the server does, as a proxy must: a request on one that the server is ending is lost.
  const agent = new Agent({ keepAlive: true, maxSockets: 10, timeout: 3_000 })
  const running: Promise<void>[] = []
  const [times, lost]: [number[], string[]] = [[], []]
  let isStopped = false

  async function sendOne(one: Expected): Promise<void> {
    const began = performance.now()
    try {
      const [status, received] = await send(base, one, agent)
      times.push(performance.now() - began)
      if (status !== one.status) lost.push(`${one.method} ${one.path}: ${status} ${received.slice(0, 100)}`)
    } catch (error) {
      lost.push(`${one.method} ${one.path}: ${(error as Error).message}`)
    }
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      running.push(sendOne(requestOf(running.length)))
      // The pauses differ, so that connections are idle for different times.
      const averagePause = 1_000 / perSecond
      await wait(2 * averagePause * Math.random())
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
