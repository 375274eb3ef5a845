/** Turns an HTTP request into an operation with its inputs, before anybody asks who calls. */
import type { IncomingMessage } from 'node:http'
import { type OperationId, operations } from '@monitoring-service/contract'
import { readBody } from './body.ts'
import { ApiError } from './errors.ts'
import type { Match } from './route.ts'

export interface Admitted {
  operationId: OperationId
  /** The path parameters, unescaped. */
  path: Record<string, string>
  /** The query string, as sent. */
  query: string
  /** The JSON body, or undefined if there is none. */
  body: unknown
}

/**
 * Reads what the operation that was found gets, or refuses in the contract's order: 413, 415, 400 malformed.
 * @throws ApiError
 */
export async function admit(request: IncomingMessage, { operationId, path, query }: Match): Promise<Admitted> {
  const body = await readBody(request, operations[operationId].body !== null)
  // One spelling from here on: express-openapi-validator keeps a compiled validator for each spelling it meets.
  if (operations[operationId].body === null) delete request.headers['content-type']
  else request.headers['content-type'] = 'application/json'
  return { operationId, path: unescapeAll(path), query, body }
}

function unescapeAll(path: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(path).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    throw new ApiError('VALIDATION_ERROR', { message: 'the path is not valid percent-encoded UTF-8' })
  }
}
