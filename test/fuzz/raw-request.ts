/** A generated request, its bytes, and its description for people. */
import type { OperationId } from '@monitoring-service/contract'

/** Texts have one character per byte. */
export interface RawRequest {
  /** The operation that the request was generated for. */
  operationId: OperationId
  method: string
  /** Path and query, verbatim. */
  target: string
  /** In order. A value may contain a token's placeholder, such as `<access owner@acme.example>`. */
  headers: [name: string, value: string][]
  body?: Body | undefined
}

export interface Body {
  bytes: string
  /** The size of chunks in bytes; without it, the body has a Content-Length. */
  chunk?: number | undefined
}

/** A text as its UTF-8 bytes. */
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

/** Describes a request with placeholders for tokens, escaped bytes and cut texts. */
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
