/** The outermost listener: gives a request its id, admits or refuses it, and reports how it ended. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type Contract, type OperationId, contract as ours } from '@monitoring-service/contract'
import { ApiError, toApiError } from '../api-error.ts'
import { type BodyHeaders, type ParsedRequest, parseRequest } from '../parse-request.ts'
import { responseHeaders } from '../response-headers.ts'
import { createRouter } from '../router.ts'
import { readBody } from './body.ts'
import { applyCors, type CorsOptions, isPreflight } from './cors.ts'
import { headerValues } from './headers.ts'
import { sendError, sentError } from './refuse.ts'
import { send } from './respond.ts'

/** Responds to a parsed request; an error that it throws is sent as a refusal. */
export type Handler = (
  admitted: ParsedRequest,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void> | void

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

export interface HandlerOptions {
  /** Told how each request ended. */
  report?: ((report: RequestReport) => void) | undefined
  /** Which web pages may call; without it, none of another origin. */
  cors?: CorsOptions | undefined
  /** Another contract than our own. */
  contract?: Contract
  /** Has the last word on a refusal of an operation, or of none; by default, each is sent. */
  validateError?: (error: ApiError, operationId: OperationId | undefined) => ApiError
}

export function createHandler(
  handle: Handler,
  { report = () => {}, cors, contract = ours, validateError = (error) => error }: HandlerOptions = {},
): RequestListener {
  const route = createRouter(contract)
  return async (request, response) => {
    const start = performance.now()
    const requestId = setResponseHeaders(request, response)
    if (cors) applyCors(request, response, cors, contract)
    let operationId: OperationId | undefined
    response.on('close', () => {
      const ms = Math.round(performance.now() - start)
      const status = response.writableFinished ? response.statusCode : 0
      report({ requestId, operationId, status, ms, error: sentError(response) })
    })
    // While an upgrade is on offer, Node's parser reports no errors: what follows on this connection would hang.
    if (request.headers.upgrade !== undefined) response.setHeader('Connection', 'close')
    const fail = (thrown: unknown) => {
      if (response.headersSent) response.destroy()
      else send(response, JSON.stringify(sendError(response, validateError(toApiError(thrown), operationId), contract)))
      // What a refused caller still sends is read, or the connection's next request never would be.
      request.resume()
    }
    try {
      checkHead(request)
      if (cors && isPreflight(request)) return void response.writeHead(204).end()
      const found = route(request.method ?? '', request.url ?? '')
      operationId = found.operationId
      const body = await readBody(request, contract.limits.bodyBytes)
      await handle(parseRequest(found, bodyHeadersOf(request), body), request, response)
    } catch (thrown) {
      fail(thrown)
    }
  }
}

/** What is said of a body, twice if it is said twice: of two types Node keeps the first. */
function bodyHeadersOf(request: IncomingMessage): BodyHeaders {
  const types = headerValues(request, 'content-type')
  return types.length < 2 ? request.headers : { ...request.headers, 'content-type': types.join(', ') }
}

/** Refuses what RFC 9112, section 3.2, and RFC 9110, section 10.1.1, do not let pass; both can split two readers. */
function checkHead(request: IncomingMessage): void {
  const { headers, httpVersion } = request
  const hosts = headerValues(request, 'host').length
  const hasOneHost = hosts === 1 || (hosts === 0 && httpVersion === '1.0')
  const isExpected = headers.expect === undefined || headers.expect.toLowerCase() === '100-continue'
  const message = !hasOneHost
    ? 'the request needs one Host header'
    : !isExpected && 'the Expect header is not understood'
  if (message) throw new ApiError('VALIDATION_ERROR', { message, headers: { Connection: 'close' } })
}

/** Gives a response what every response has; returns the request's id. */
export function setResponseHeaders(request: IncomingMessage, response: ServerResponse): string {
  const headers = responseHeaders(request.headers['x-request-id'])
  for (const name in headers) response.setHeader(name, headers[name as keyof typeof headers])
  return headers['X-Request-Id']
}
