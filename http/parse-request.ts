/** Parses path parameters and body of a routed request. */
import type { OperationEntry, OperationId } from '@monitoring-service/contract'
import { ApiError } from './api-error.ts'
import type { RouteMatch } from './router.ts'

export interface ParsedRequest {
  operationId: OperationId
  operation: OperationEntry
  /** The unescaped path parameters. */
  path: Record<string, string>
  /** The query string, as sent. */
  query: string
  /** The parsed JSON body; undefined if the request has none. */
  body: unknown
}

export interface BodyHeaders {
  'content-type'?: string | undefined
  'content-encoding'?: string | undefined
}

/** @throws ApiError UNSUPPORTED_MEDIA_TYPE, or VALIDATION_ERROR for a malformed body or path. */
export function parseRequest({ path, ...match }: RouteMatch, headers: BodyHeaders, bytes: Uint8Array): ParsedRequest {
  if (bytes.length === 0) return { ...match, path: unescapeAll(path), body: undefined }
  checkMediaType(match, headers)
  const body = readBody(bytes)
  return { ...match, path: unescapeAll(path), body }
}

/** @throws ApiError UNSUPPORTED_MEDIA_TYPE if the operation takes no body, or none of this type. */
export function checkMediaType({ operation }: Pick<RouteMatch, 'operation'>, headers: BodyHeaders): void {
  if (operation.body === null || !isJson(headers)) throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function readBody(bytes: Uint8Array): unknown {
  const { text, value } = parseJson(bytes)
  if (countMembers(value) !== countColons(text)) {
    throw new ApiError('VALIDATION_ERROR', { message: 'the body has a property twice' })
  }
  return value
}

function parseJson(bytes: Uint8Array): { text: string; value: unknown } {
  try {
    const text = utf8.decode(bytes)
    return { text, value: JSON.parse(text) }
  } catch {
    // The parser's message quotes the body, which may contain a password.
    throw new ApiError('VALIDATION_ERROR', { message: 'the body is not well-formed JSON' })
  }
}

/** The number of properties in a JSON text, each of which has a colon outside of strings. */
function countColons(json: string): number {
  return json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '').split(':').length - 1
}

/** The number of properties in a parsed value; of two with one name, the parser keeps one. Not recursive: a body may be deep. */
function countMembers(value: unknown): number {
  let count = 0
  const rest = [value]
  while (rest.length > 0) {
    const next = rest.pop()
    if (typeof next !== 'object' || next === null) continue
    const values = Object.values(next)
    if (!Array.isArray(next)) count += values.length
    for (const value of values) rest.push(value)
  }
  return count
}

/** Whether the body is uncompressed JSON in UTF-8. */
function isJson(headers: BodyHeaders): boolean {
  const encoding = headers['content-encoding'] ?? 'identity'
  const type = headers['content-type'] ?? ''
  return encoding === 'identity' && /^application\/json[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i.test(type)
}

function unescapeAll(path: Record<string, string>): Record<string, string> {
  const values = Object.values(path)
  // Other values are rare, and copying the object costs more than this test.
  if (values.every((value) => /^[\w.~-]*$/.test(value))) return path
  // RFC 3986, section 3.3; lenient parsers would accept more.
  if (!values.every((value) => /^[\w.~!$&'()*+,;=:@%-]*$/.test(value))) {
    throw new ApiError('VALIDATION_ERROR', { message: 'the path has characters that must be escaped' })
  }
  try {
    return Object.fromEntries(Object.entries(path).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    throw new ApiError('VALIDATION_ERROR', { message: 'the path is not valid percent-encoded UTF-8' })
  }
}
