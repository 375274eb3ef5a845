/** Sends requests as they are, and writes down what comes back so that two runs can be compared. */
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import type { Implementation } from '../../../conformance/self-test/implementation/index.ts'

export interface Sent {
  body?: unknown
  /** Sent as it is, in place of the body. */
  text?: string
  token?: string | undefined
  adminKey?: string | undefined
  headers?: Record<string, string>
}

export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Body
  text: string
}

/** What a story looks at; anything may be missing. */
export interface Body {
  user?: { id?: string; teamId?: string; email?: string }
  accessToken?: string
  refreshToken?: string
  incident?: Record<string, unknown>
  deletionRequestedAt?: string
  deletionScheduledAt?: string
  data?: { email?: string; teamId?: string; deletionRequestedAt?: string; deletionScheduledAt?: string }[]
  error?: { code?: string }
}

export interface Caller {
  id: string
  email: string
  password: string
  accessToken: string
  teamId: string
  verificationCode: string
}

export type Wire = ReturnType<typeof createWire>

/** A wire to one implementation. Credentials travel as in the contract, whatever the implementation wants. */
export function createWire({ url, hookUrl, adminKey }: Implementation) {
  const agent = new Agent({ keepAlive: true })
  const log: { line: string; reply?: Reply }[] = []

  async function send(method: string, path: string, sent: Sent = {}): Promise<Reply> {
    const text = sent.text ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
    const headers = {
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
      }),
      ...(sent.token !== undefined && { authorization: `Bearer ${sent.token}` }),
      ...(sent.adminKey !== undefined && { 'x-admin-api-key': sent.adminKey }),
      'accept-encoding': 'gzip',
      ...sent.headers,
    }
    return await transmit({ agent, url, method, path, headers, text })
  }

  return {
    adminKey,
    send,

    /** Sends a request and writes the exchange down. */
    async call(method: string, path: string, sent?: Sent): Promise<Reply> {
      const reply = await send(method, path, sent)
      log.push({ line: `${method} ${path.split('?')[1] ?? ''}`, reply })
      return reply
    },

    /** Sends requests together and writes down what came back, in no order. */
    async together(calls: (() => Promise<Reply>)[]): Promise<Reply[]> {
      const replies = await Promise.all(calls.map((call) => call()))
      log.push({ line: `together: ${replies.map(({ status, text }) => `${status} ${counts(text)}`).sort()}` })
      return replies
    },

    /** Writes down what two answers have in common. */
    note(what: string, value: unknown) {
      log.push({ line: `${what}: ${value}` })
    },

    async state(state: string, params: object = {}): Promise<Caller> {
      const text = JSON.stringify({ state, params })
      const reply = await transmit({ agent, url: hookUrl, method: 'POST', path: '/', headers: {}, text })
      log.push({ line: `state ${state} ${reply.status}` })
      return reply.body as unknown as Caller
    },

    /** Sends raw text on a connection of its own and writes down all that comes back but headers. */
    async raw(text: string): Promise<void> {
      const { hostname, port } = new URL(url)
      const socket = connect(Number(port), hostname)
      socket.write(text)
      const answer = Buffer.concat(await socket.toArray()).toString()
      log.push({ line: `raw: ${answer.split('\r\n')[0]} ${JSON.stringify(answer.split('\r\n\r\n').slice(1).join())}` })
    },

    /** Everything that happened, without what is new in each run. */
    close(): string[] {
      agent.destroy()
      const known = new Map<string, string>()
      return log.map(({ line, reply }) => (reply ? `${line} -> ${steady(reply, known)}` : line))
    },
  }
}

/** So that no two deletions are scheduled at the same moment, which the order would tell apart by their ids. */
export async function nextMillisecond() {
  const start = Date.now()
  while (Date.now() === start) await new Promise((resolve) => setImmediate(resolve))
}

/** The number of deleted rows, or whatever else tells racing answers apart. */
function counts(text: string): string {
  return text.match(/"deletedCount":\d+|"code":"\w+"/)?.[0] ?? ''
}

interface Transmission {
  agent: Agent
  url: string
  method: string
  path: string
  headers: Record<string, string>
  text: string | undefined
}

function transmit({ agent, url, method, path, headers, text }: Transmission): Promise<Reply> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const failed = (error: Error) => resolve({ status: 0, headers: {}, body: {}, text: error.message })
    const outgoing = request({ agent, hostname, port, method, path, headers }, async (incoming) => {
      const bytes = Buffer.concat(await incoming.toArray())
      const content = (incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: parse(content), text: content })
    })
    outgoing.on('error', failed)
    outgoing.end(text)
  })
}

function parse(text: string): Body {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

const perRun = new Set(['date', 'content-length', 'keep-alive'])
const moment = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?/g
const random = /\b[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}\b|(?<![\w-])[\w-]{32}(?![\w-])|\b[\da-f]{8}-[\da-f-]{27}\b/g

/** The text with its properties in the order of the alphabet, which is no part of JSON. */
function sorted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_, value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort())
        : value,
    )
  } catch {
    return text
  }
}

/** A reply, with ids and tokens numbered by their first appearance and moments told by their distance in minutes. */
function steady({ status, headers, text }: Reply, known: Map<string, string>): string {
  const pretty = text.includes('\n ')
  const kept = Object.entries(headers).filter(([name]) => !perRun.has(name))
  return `${status} ${JSON.stringify(Object.fromEntries(kept.sort()))}${pretty ? ' indented' : ''} ${sorted(text)}`
    .replace(random, (id) => known.get(id) ?? known.set(id, `<${known.size}>`).get(id) ?? '')
    .replace(moment, (time, fraction = '', zone = '') => {
      const minutes = Math.round((Date.parse(zone ? time : `${time}Z`) - Date.now()) / 60_000)
      return `<${minutes} min, ${fraction.length} digits, ${zone}>`
    })
    .replace(/\b1[6-9]\d{8}(\d{3})?\b/g, (_, milliseconds = '') => `<epoch ${milliseconds.length}>`)
}
