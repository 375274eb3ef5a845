/** The outermost request listener: routes, parses and reports each request, and sends every error response. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type Contract, type OperationId, contract as ownContract } from '@monitoring-service/contract'
import { ApiError, toApiError } from '../api-error.ts'
import { type BodyHeaders, type ParsedRequest, parseRequest } from '../parse-request.ts'
import { responseHeaders } from '../response-headers.ts'
import { createRouter } from '../router.ts'
import { readBody } from './body.ts'
import { applyCors, type CorsOptions, isPreflight } from './cors.ts'
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
  operationId: OperationId | undefined
  /** 0 if the caller disconnected before the response. */
  status: number
  ms: number
  /** Of an error response. */
  error: ApiError | undefined
}

export interface HandlerOptions {
  /** Called after each request. */
  report?: ((report: RequestReport) => void) | undefined
  /** Without it, pages of other origins have no access. */
  cors?: CorsOptions | undefined
  contract?: Contract
  /** May replace an error before it is sent. */
  validateError?: (error: ApiError, operationId: OperationId | undefined) => ApiError
}

export function createHandler(
  handle: Handler,
  { report = () => {}, cors, contract = ownContract, validateError = (error) => error }: HandlerOptions = {},
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
    // After an Upgrade header, Node's parser reports no errors; later requests on the connection would hang.
    if (request.headers.upgrade !== undefined) response.setHeader('Connection', 'close')
    try {
      checkHead(request)
      if (cors && isPreflight(request)) return void response.writeHead(204).end()
      const match = route(request.method ?? '', request.url ?? '')
      operationId = match.operationId
      const body = await readBody(request, contract.limits.bodyBytes)
      await handle(parseRequest(match, bodyHeadersOf(request), body), request, response)
    } catch (thrown) {
      if (response.headersSent) response.destroy()
      else sendError(response, validateError(toApiError(thrown), operationId), contract)
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

/** Rejects ambiguous requests: not exactly one Host (RFC 9112, 3.2), or an unknown Expect (RFC 9110, 10.1.1). */
function checkHead(request: IncomingMessage): void {
  const { headers, httpVersion } = request
  const hosts = request.headersDistinct.host?.length ?? 0
  const hasOneHost = hosts === 1 || (hosts === 0 && httpVersion === '1.0')
  const isExpected = headers.expect === undefined || headers.expect.toLowerCase() === '100-continue'
  const message = !hasOneHost
    ? 'the request needs one Host header'
    : !isExpected && 'the Expect header is not understood'
  if (message) throw new ApiError('VALIDATION_ERROR', { message, headers: { Connection: 'close' } })
}

/** Sets the headers of every response; returns the request id. */
export function setResponseHeaders(request: IncomingMessage, response: ServerResponse): string {
  const headers = responseHeaders(request.headers['x-request-id'])
  for (const name in headers) response.setHeader(name, headers[name as keyof typeof headers])
  return headers['X-Request-Id']
}
