/** The outermost listener: gives a request its id, admits or refuses it, and reports how it ended. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { everyResponse, type OperationId } from '@monitoring-service/contract'
import { ulid } from 'ulid'
import { type Admitted, admit } from './admit.ts'
import { type ApiError, asApiError, refusalOf, refuse } from './errors.ts'

/** Answers an admitted request. What it throws is sent as a refusal. */
export type Handler = (admitted: Admitted, request: IncomingMessage, response: ServerResponse) => Promise<void> | void

/** How a request ended. Holds nothing that the caller wrote, except a well-formed request id. */
export interface RequestReport {
  requestId: string
  operationId: OperationId | undefined
  /** 0 if the caller was gone before the answer. */
  status: number
  /** Duration in milliseconds. */
  ms: number
  /** The refusal, if it was one. */
  error: ApiError | undefined
}

export function createGate(handle: Handler, report: (report: RequestReport) => void = () => {}): RequestListener {
  return async (request, response) => {
    const start = performance.now()
    const requestId = identify(request)
    let operationId: OperationId | undefined
    response.setHeader('X-Request-Id', requestId)
    response.setHeader('X-Content-Type-Options', 'nosniff')
    for (const [name, value] of Object.entries(everyResponse)) response.setHeader(name, value)
    response.once('close', () => {
      const ms = Math.round(performance.now() - start)
      const status = response.writableFinished ? response.statusCode : 0
      report({ requestId, operationId, status, ms, error: refusalOf(response) })
    })
    try {
      const admitted = await admit(request)
      operationId = admitted.operationId
      await handle(admitted, request, response)
    } catch (thrown) {
      if (response.headersSent) response.destroy()
      else response.end(JSON.stringify(refuse(response, asApiError(thrown))))
      // What a refused caller still sends is read, or the connection's next request never would be.
      request.resume()
    }
  }
}

/** The caller's own request id, if it cannot forge a line in a log. */
function identify(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : ulid()
}
