/** The conformance kit's test hooks: `POST {"kind", "fields"}` makes a record, with `"id"` changes one, and returns it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { limits } from '@monitoring-service/contract'
import { ApiError } from '@monitoring-service/http'
import { listen, type RunningServer, readBody } from '@monitoring-service/http/node'
import * as v from 'valibot'
import { DeletionsHeldError } from './domain/clock.ts'
import { DuplicateKeyError } from './store/integrity.ts'
import { createRecordKinds, FieldsError, type RecordKind, type TestHooksContext } from './test-records.ts'
import { forOwnNames } from './trial.ts'

/** How long a connection may be idle, in milliseconds. */
const idleTimeout = 40_000

interface HookResponse {
  status: number
  body: object
}

/**
 * Listens on the loopback interface only, because every caller can create users.
 * @param port 0 for a free port.
 * @throws Error with code EADDRINUSE or EACCES if the port is not available.
 */
export async function startTestHooks(context: TestHooksContext, port: number): Promise<RunningServer> {
  const kinds = createRecordKinds(context)
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { status, body } = await handle(kinds, request, response).catch(toErrorResponse)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const { url, close } = await listen(forOwnNames(serve), port, '127.0.0.1', { idleTimeout })
  return { url, close: () => close(0) }
}

const requestSchema = v.object({ kind: v.string(), id: v.optional(v.string()), fields: v.unknown() })

async function handle(
  kinds: Record<string, RecordKind>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<HookResponse> {
  // A web page cannot send this media type to another origin without a preflight, which is not answered.
  const isJson = request.method === 'POST' && request.headers['content-type']?.startsWith('application/json')
  if (!isJson) return { status: 415, body: { error: 'send a POST with application/json' } }
  const sent = JSON.parse(String(await readBody(request, response, limits.bodyBytes)))
  const { kind: name, id, fields } = v.parse(requestSchema, sent)
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (!kind) {
    const error = `unknown kind ${JSON.stringify(name)}; the kinds are ${Object.keys(kinds).join(', ')}`
    return { status: 404, body: { error } }
  }
  const record = id === undefined ? await kind.make(fields) : await kind.change?.(id, fields)
  return record ? { status: 200, body: record } : { status: 422, body: { error: `no ${name} with this id` } }
}

function toErrorResponse(error: Error): HookResponse {
  const meant = [FieldsError, ApiError, DuplicateKeyError, DeletionsHeldError]
  // Other errors, such as a TypeError, have messages of the language.
  const isMeant = error.constructor === Error || meant.some((type) => error instanceof type)
  const message = isMeant ? error.message : 'the body must be JSON with a kind and the fields that it needs'
  return { status: error instanceof FieldsError ? 422 : 400, body: { error: message } }
}
