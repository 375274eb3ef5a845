/** Sends requests verbatim and parses their responses. */
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import type { components } from '@monitoring-service/contract/types'

type Schemas = components['schemas']
type ErrorObject = { code: string; message: string; status: number; upgradeUrl?: string }

/** All properties that a body of the contract may have. */
type Body = Partial<
  Schemas['Session'] &
    Schemas['AccountDeletion'] &
    Schemas['DeletionRequestPage'] &
    Schemas['StatsReset'] & { incident: Schemas['Incident']; error: ErrorObject }
>

export interface RawResponse {
  /** Status and error code: `200`, `409 INCIDENT_ALREADY_RESOLVED`. */
  statusLine: string
  headers: IncomingHttpHeaders
  text: string
  body: Body
}

/** Sends one request by Node's client, which does not normalize paths and headers. */
export async function transmit(
  url: string,
  method: string,
  path: string,
  headers: OutgoingHttpHeaders,
  body?: unknown,
): Promise<RawResponse> {
  const raw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
  const content = (raw ? body : JSON.stringify(body)) as string | Buffer | undefined
  const length = content === undefined ? {} : { 'Content-Length': Buffer.byteLength(content) }
  const defaults = body === undefined ? {} : { 'Content-Type': 'application/json', ...length }
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path, headers: { ...defaults, ...headers } }, (incoming) => {
      text(incoming).then((text) => resolve(toRawResponse(incoming.statusCode, incoming.headers, text)), reject)
    })
    outgoing.on('error', reject)
    outgoing.end(content)
  })
}

/** Sends bytes; resolves with all responses when the server closes the connection. */
export async function sendRaw(url: string, bytes: string): Promise<RawResponse[]> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(bytes, 'latin1')
  return parseResponses((await buffer(socket)).toString('latin1'))
}

/** @param bytes of a connection, one character per byte. */
export function parseResponses(bytes: string): RawResponse[] {
  const responses: RawResponse[] = []
  let rest = bytes
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n')
    const [start = '', ...lines] = rest.slice(0, end).split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => line.split(': ')).map(([name, ...value]) => [name?.toLowerCase(), value.join(': ')]),
    )
    const isComplete = end >= 0 && /^HTTP\/1\.1 [1-5]\d\d /.test(start) && Object.keys(headers).length === lines.length
    if (!isComplete) throw new Error(`no response: ${JSON.stringify(rest.slice(0, 200))}`)
    // Without a length, as in HTTP/1.0, the body ends with the connection. After HEAD there is none.
    const isBodiless = /^(?:HTTP\/|$)/.test(rest.slice(end + 4, end + 9))
    const body = isBodiless ? end + 4 : end + 4 + Number(headers['content-length'] ?? rest.length - end - 4)
    if (body > rest.length) throw new Error(`${rest.length - end - 4} bytes of ${headers['content-length']}`)
    const content = Buffer.from(rest.slice(end + 4, body), 'latin1').toString()
    responses.push(toRawResponse(Number(start.split(' ')[1]), headers, content))
    rest = rest.slice(body)
  }
  return responses
}

function toRawResponse(status: number | undefined, headers: IncomingHttpHeaders, text: string): RawResponse {
  const body: Body = text === '' ? {} : JSON.parse(text)
  return { statusLine: `${status} ${body.error?.code ?? ''}`.trim(), headers, text, body }
}

/** Starts all calls concurrently. */
export function atOnce<T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(index)))
}

/** The number of responses by status line. */
export function tally(responses: RawResponse[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { statusLine } of responses) counts[statusLine] = (counts[statusLine] ?? 0) + 1
  return counts
}

/** The parts of a response that do not differ between two equal requests. */
export function visible({ statusLine, headers, text }: RawResponse) {
  const { date: _, 'x-request-id': __, ...others } = headers
  return { statusLine, headers: others, text }
}
