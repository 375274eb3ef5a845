/** Clients that send requests to a balancer all the time, on connections that they keep, and count the lost ones. */
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

interface Kind {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
  status: number
}

export interface Load {
  sent(): number
  /** How each lost request ended. */
  lost: string[]
  stop(): Promise<void>
}

const clients = 10
const service = '01J0000000000000SERV1CE001'
/** Milliseconds between a client's requests. */
const pause = 40

/** On the demo data; the last two write, and leave the records as they are. */
function kindsOf(adminApiKey: string, authorization: string): Kind[] {
  const json = { 'Content-Type': 'application/json' }
  return [
    { method: 'GET', path: '/admin/deletion-requests', headers: { 'X-Admin-Api-Key': adminApiKey }, status: 200 },
    { method: 'POST', path: '/auth/login', headers: json, body: '{"email":"nobody"}', status: 400 },
    { method: 'DELETE', path: '/api/v1/incidents/unknown', status: 401 },
    { method: 'PUT', path: '/api/v1/incidents/unknown/resolve', headers: { authorization }, status: 404 },
    {
      method: 'DELETE',
      path: `/api/v1/services/${service}/stats?before=0001-01-01`,
      headers: { authorization },
      status: 200,
    },
  ]
}

export function startLoad(port: number, adminApiKey: string, authorization: string): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const kinds = kindsOf(adminApiKey, authorization)
  const lost: string[] = []
  let sent = 0
  let isStopped = false

  function send({ method, path, headers, body, status }: Kind): Promise<void> {
    return new Promise((resolve) => {
      const lose = (how: string) => {
        lost.push(`${method} ${path}: ${how}`)
        resolve()
      }
      const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
      const options = { agent, port, method, path, headers: { ...headers, ...length }, timeout: 30_000 }
      const sending = request(options, (response) => {
        response.on('error', (error) => lose(error.message)).resume()
        response.on('end', () => (response.statusCode === status ? resolve() : lose(String(response.statusCode))))
      })
      sending.on('timeout', () => sending.destroy(new Error('no response in 30 s')))
      sending.on('error', (error) => lose(error.message))
      sending.end(body)
    })
  }

  async function runClient(): Promise<void> {
    while (!isStopped) {
      const kind = kinds[sent % kinds.length] as Kind
      sent += 1
      await send(kind)
      await wait(pause * 2 * Math.random())
    }
  }

  const running = Array.from({ length: clients }, runClient)
  return {
    sent: () => sent,
    lost,
    async stop() {
      isStopped = true
      await Promise.all(running)
      agent.destroy()
    },
  }
}
