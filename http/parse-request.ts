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
  const body = readBody(match.operation.body !== null, headers, bytes)
  return { ...match, path: unescapeAll(path), body }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function readBody(isExpected: boolean, headers: BodyHeaders, bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined
  if (!isExpected || !isJson(headers)) throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    // The parser's message quotes the body, which may contain a password.
    throw new ApiError('VALIDATION_ERROR', { message: 'the body is not well-formed JSON' })
  }
}

/** Whether the body is uncompressed JSON in UTF-8. */
function isJson(headers: BodyHeaders): boolean {
  const encoding = headers['content-encoding'] ?? 'identity'
  const type = headers['content-type'] ?? ''
  return encoding === 'identity' && /^application\/json[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i.test(type)
}

function unescapeAll(path: Record<string, string>): Record<string, string> {
  // Escaped values are rare, and copying the object costs more than this test.
  if (!Object.values(path).some((value) => value.includes('%'))) return path
  try {
    return Object.fromEntries(Object.entries(path).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    throw new ApiError('VALIDATION_ERROR', { message: 'the path is not valid percent-encoded UTF-8' })
  }
}
