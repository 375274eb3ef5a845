/** The outermost request listener: routes, parses and reports each request, and sends every error response. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type Contract, type OperationId, contract as ownContract } from '@monitoring-service/contract'
import { ApiError, toApiError } from '../api-error.ts'
import { type CorsOptions, corsHeaders, isPreflight } from '../cors.ts'
import { type BodyHeaders, checkMediaType, type ParsedRequest, parseRequest } from '../parse-request.ts'
import { responseHeaders } from '../response-headers.ts'
import { createRouter } from '../router.ts'
import { isBodyPending, readBody } from './body.ts'
import { findHeadViolation } from './request-head.ts'
import { sendError, sentError } from './respond.ts'

/** Responds to a parsed request; an error that it throws is sent as an error response. */
export type Handler = (
  parsed: ParsedRequest,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void> | void

/** The result of a request. It contains no input of the caller except a well-formed request id. */
export interface RequestReport {
  requestId: string
  /** One of those that Node's HTTP parser knows. */
  method?: string | undefined
  operationId: OperationId | undefined
  /** 0 if the caller disconnected before the response. */
  status: number
  ms: number
  /** Of an error response. */
  error: ApiError | undefined
  /** The network address of the other end of the connection. */
  address?: string | undefined
}

export interface HandlerOptions {
  /** Called after each request. */
  report?: ((report: RequestReport, request: IncomingMessage) => void) | undefined
  /** Without it, pages of other origins have no access. */
  cors?: CorsOptions | undefined
  contract?: Contract
  /** May replace an error before it is sent. */
  toDeclaredError?: (error: ApiError, operationId: OperationId | undefined) => ApiError
}

export function createHandler(
  handle: Handler,
  { report = () => {}, cors, contract = ownContract, toDeclaredError = (error) => error }: HandlerOptions = {},
): RequestListener {
  const route = createRouter(contract)
  return async (request, response) => {
    const start = performance.now()
    const { method, socket } = request
    // A closed socket has none, unless it was read before.
    const { remoteAddress: address } = socket
    const requestId = setResponseHeaders(request, response, cors, contract)
    let operationId: OperationId | undefined
    response.on('close', () => {
      const ms = Math.round(performance.now() - start)
      const status = response.writableFinished ? response.statusCode : 0
      report({ requestId, method, operationId, status, ms, error: sentError(response), address }, request)
    })
    try {
      checkHead(request)
      if (cors && isPreflight(request)) return void response.writeHead(204).end()
      const match = route(method ?? '', request.url ?? '')
      operationId = match.operationId
      // HEAD is served as GET; Node leaves out the body.
      request.method = match.operation.method
      const headers = bodyHeadersOf(request)
      const body = await readBody(request, response, contract.limits.bodyBytes, () => checkMediaType(match, headers))
      await handle(parseRequest(match, headers, body), request, response)
    } catch (thrown) {
      // The client sends either the body or its next request.
      if (isBodyPending(request) && !response.headersSent) response.setHeader('Connection', 'close')
      if (response.headersSent) response.destroy()
      else sendError(response, toDeclaredError(toApiError(thrown), operationId), contract)
      // The rest of the body must be read before the connection's next request.
      request.resume()
    }
  }
}

/** The headers that describe the body. Of two content types Node keeps the first; here they are joined. */
function bodyHeadersOf(request: IncomingMessage): BodyHeaders {
  const types = request.headersDistinct['content-type'] ?? []
  return types.length < 2 ? request.headers : { ...request.headers, 'content-type': types.join(', ') }
}

/** @throws ApiError VALIDATION_ERROR that closes the connection. */
function checkHead(request: IncomingMessage): void {
  const message = findHeadViolation(request)
  if (message !== undefined) throw new ApiError('VALIDATION_ERROR', { message, headers: { Connection: 'close' } })
}

/** Sets the headers of every response; returns the request id. */
export function setResponseHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  cors?: CorsOptions,
  contract?: Contract,
): string {
  const headers = responseHeaders(request.headers['x-request-id'])
  const all: Record<string, string> = { ...headers, ...(cors && corsHeaders(request, cors, contract)) }
  for (const name in all) response.setHeader(name, all[name] as string)
  return headers['X-Request-Id']
}
