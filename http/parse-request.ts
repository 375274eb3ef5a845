/** Turns what came in for an operation into its inputs, before anybody asks who calls. */
import type { OperationEntry, OperationId } from '@monitoring-service/contract'
import { ApiError } from './api-error.ts'
import type { RouteMatch } from './router.ts'

export interface ParsedRequest {
  operationId: OperationId
  operation: OperationEntry
  /** The path parameters, unescaped. */
  path: Record<string, string>
  /** The query string, as sent. */
  query: string
  /** The JSON body, or undefined if there is none. */
  body: unknown
}

/** The headers that say what a body is. */
export interface BodyHeaders {
  'content-type'?: string | undefined
  'content-encoding'?: string | undefined
}

/**
 * Reads what the operation that was found gets, or refuses in the contract's order: 415, 400 malformed.
 * @throws ApiError
 */
export function parseRequest({ path, ...found }: RouteMatch, headers: BodyHeaders, bytes: Uint8Array): ParsedRequest {
  const body = readBody(found.operation.body !== null, headers, bytes)
  return { ...found, path: unescapeAll(path), body }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function readBody(isExpected: boolean, headers: BodyHeaders, bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined
  if (!isExpected || !isJson(headers)) throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    // The parser's own message quotes the body, which may hold a password.
    throw new ApiError('VALIDATION_ERROR', { message: 'the body is not well-formed JSON' })
  }
}

/** Whether the headers announce plain JSON in UTF-8. */
function isJson(headers: BodyHeaders): boolean {
  const encoding = headers['content-encoding'] ?? 'identity'
  const type = headers['content-type'] ?? ''
  return encoding === 'identity' && /^application\/json[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i.test(type)
}

function unescapeAll(path: Record<string, string>): Record<string, string> {
  // Few are escaped, and to copy them takes longer than to look.
  if (!Object.values(path).some((value) => value.includes('%'))) return path
  try {
    return Object.fromEntries(Object.entries(path).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    throw new ApiError('VALIDATION_ERROR', { message: 'the path is not valid percent-encoded UTF-8' })
  }
}
