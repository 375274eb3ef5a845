/** Serves the mock's own addresses, below `/_mock`. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Contract } from '@monitoring-service/contract'
import { ApiError, isPreflight, toApiError } from '@monitoring-service/http'
import { sendError, setResponseHeaders } from '@monitoring-service/http/node'
import { cors } from './serialize-response.ts'

export type Serve = (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => Promise<void> | void

/** Functions by path and method; GET also serves HEAD. */
export type Routes = Record<string, Partial<Record<'GET' | 'POST', Serve>>>

/** Serves the routes, and every other request by the listener. */
export function withRoutes(listener: RequestListener, routes: Routes, contract: Contract): RequestListener {
  return async (request, response) => {
    const [path = '', query] = (request.url ?? '').split('?')
    const methods = Object.hasOwn(routes, path) ? routes[path] : undefined
    if (!methods) return listener(request, response)
    setResponseHeaders(request, response, cors, contract)
    try {
      if (isPreflight(request)) return void response.writeHead(204).end()
      const method = request.method === 'HEAD' ? 'GET' : request.method
      const serve = methods[method as 'GET']
      const allowed = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
      if (!serve) throw new ApiError('METHOD_NOT_ALLOWED', { headers: { Allow: allowed.join(', ') } })
      await serve(request, response, new URLSearchParams(query))
    } catch (thrown) {
      sendError(response, toApiError(thrown), contract)
    }
  }
}

export function sendJson(response: ServerResponse, body: unknown): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.end(JSON.stringify(body))
}
