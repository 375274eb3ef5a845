/** Parses HTTP/1.1 responses from the bytes of a connection, strictly. */

export interface RawResponse {
  status: number
  /** By name in lower case. */
  headers: Record<string, string>
  /** Undefined if there is none, as after HEAD. */
  body: string | undefined
}

/** The bytes are not an HTTP/1.1 response. */
export class MalformedResponseError extends Error {}

/** Whether the response has no body, as after HEAD; `maybe` if its request is unknown. */
export type Bodiless = boolean | 'maybe'

const statusLine = /^HTTP\/1\.1 ([1-5]\d\d) [\t -~]*$/
const headerLine = /^([!#$%&'*+.^_`|~\w-]+): ?([\t -~]*)$/

/**
 * The first final response and its end; undefined if it is incomplete.
 * @param ended whether the connection has ended.
 * @throws MalformedError
 */
export function parseResponse(
  bytes: Buffer,
  bodiless: Bodiless,
  ended = false,
): { answer: RawResponse; end: number } | undefined {
  const blank = bytes.indexOf('\r\n\r\n')
  if (blank < 0) {
    if (ended || bytes.length > 65_536) throw new MalformedResponseError(`no head of an answer: ${quote(bytes)}`)
    return undefined
  }
  const [first = '', ...lines] = bytes.toString('latin1', 0, blank).split('\r\n')
  const status = Number(statusLine.exec(first)?.[1])
  if (!status) throw new MalformedResponseError(`no status line: ${JSON.stringify(first)}`)
  const start = blank + 4
  if (status < 200) {
    const next = bytes.length > start ? parseResponse(bytes.subarray(start), bodiless, ended) : undefined
    return next && { answer: next.answer, end: start + next.end }
  }
  const headers = readHeaders(lines)
  if (headers['transfer-encoding'] !== undefined)
    throw new MalformedResponseError('chunks, where a length was to be expected')
  const length = headers['content-length']
  const follows = bytes.toString('latin1', start, start + 5)
  if (bodiless === 'maybe' && follows === '' && !ended) return undefined
  if (status === 204 || bodiless === true || (bodiless === 'maybe' && ['', 'HTTP/'].includes(follows))) {
    return { answer: { status, headers, body: undefined }, end: start }
  }
  // In HTTP/1.0 the end of the connection may be the end of the response.
  if (length === undefined && headers.connection === 'close') {
    return ended ? { answer: { status, headers, body: bytes.toString('utf8', start) }, end: bytes.length } : undefined
  }
  if (length === undefined || !/^\d+$/.test(length)) throw new MalformedResponseError(`Content-Length: ${length}`)
  const end = start + Number(length)
  if (bytes.length < end) {
    if (ended) throw new MalformedResponseError(`${bytes.length - start} bytes of ${length}`)
    return undefined
  }
  return { answer: { status, headers, body: bytes.toString('utf8', start, end) }, end }
}

function readHeaders(lines: string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const [, name = '', value = ''] = headerLine.exec(line) ?? []
    const key = name.toLowerCase()
    if (key === '') throw new MalformedResponseError(`no header: ${JSON.stringify(line)}`)
    if (key in headers) throw new MalformedResponseError(`${name} twice`)
    headers[key] = value
  }
  return headers
}

function quote(bytes: Buffer): string {
  return JSON.stringify(bytes.toString('latin1', 0, 200))
}
