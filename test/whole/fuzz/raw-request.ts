/** A request as it is made up, as it goes out, and as people read it. */
import type { OperationId } from '@monitoring-service/contract'

/** All texts hold one character for each byte. */
export interface RawRequest {
  /** The operation that the request was made up for, whatever became of it. */
  operationId: OperationId
  method: string
  /** Path and query, letter by letter. */
  target: string
  /** In order. A value may hold a token's stand-in, such as `<access owner@acme.example>`. */
  headers: [name: string, value: string][]
  body?: Body | undefined
}

export interface Body {
  bytes: string
  /** In pieces of so many bytes; otherwise with its length. */
  chunk?: number | undefined
}

/** Text as the bytes of its UTF-8. */
export function utf8(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

export function serializeRequest({ method, target, headers, body }: RawRequest): Buffer {
  const lines = [...headers, ...framing(body)].map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${frame(body)}`, 'latin1')
}

function framing(body: Body | undefined): [string, string][] {
  if (!body) return []
  return [body.chunk === undefined ? ['Content-Length', String(body.bytes.length)] : ['Transfer-Encoding', 'chunked']]
}

function frame(body: Body | undefined): string {
  if (body?.chunk === undefined) return body?.bytes ?? ''
  const { bytes, chunk } = body
  const pieces = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, i) =>
    bytes.slice(i * chunk, (i + 1) * chunk),
  )
  return `${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')}0\r\n\r\n`
}

/** The request for people: tokens by their stand-ins, odd bytes escaped, long texts cut. */
export function describeRequest({ method, target, headers, body }: RawRequest): string {
  const lines = [...headers, ...framing(body)].map(([name, value]) => `${name}: ${value}`)
  const text = body ? ['', show(body.bytes)] : []
  return [`${method} ${target} HTTP/1.1`, ...lines].map(show).concat(text).join('\n')
}

const longest = 300

function show(bytes: string): string {
  const quoted = (character: string) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
  const text = bytes.slice(0, longest).replace(/[^ -~]/g, quoted)
  return bytes.length > longest ? `${text} … (${bytes.length} bytes)` : text
}
