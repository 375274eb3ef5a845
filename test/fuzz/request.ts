/** A generated request in parts, its bytes, and its description for people. Texts have one character per byte. */
import type { OperationId } from '@monitoring-service/contract'

export type Headers = [name: string, value: string][]

export interface RawRequest {
  /** The operation that the request was generated for. */
  operationId: OperationId
  method: string
  path: string
  query: string | undefined
  /** A value may contain a token's placeholder, such as `<valid owner@acme.example>`. */
  credentials: Headers
  /** The headers of the body's type. */
  type: Headers
  others: Headers
  body: Body | undefined
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

export function escapeText(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

export function escapeAll(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

/** The request's head and body. */
export function serializeRequest({ method, path, query, credentials, type, others, body }: RawRequest): string {
  const headers: Headers = [['Host', 'localhost'], ...credentials, ...(body ? type : []), ...others]
  if (body) headers.push(body.chunk ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(body.bytes.length)])
  const target = query === undefined ? path : `${path}?${query}`
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${serializeBody(body)}`
}

function serializeBody({ bytes, chunk }: Body = { bytes: '' }): string {
  if (!chunk) return bytes
  const starts = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, i) => i * chunk)
  const pieces = starts.map((start) => bytes.slice(start, start + chunk))
  return `${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')}0\r\n\r\n`
}

/** Its text with placeholders for tokens, escaped bytes and cut lines. */
export function describeRequest(request: RawRequest): string {
  const toHex = (character: string) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
  const shorten = (line: string) => (line.length > 300 ? `${line.slice(0, 300)} … (${line.length} bytes)` : line)
  const lines = serializeRequest(request).trimEnd().split('\r\n')
  return lines.map((line) => shorten(line).replace(/[^ -~…]/g, toHex)).join('\n')
}
