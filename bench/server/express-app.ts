/** An Express app with the operations; it validates only what its middleware validates. */
import type { OperationId } from '@monitoring-service/contract'
import { operations } from '@monitoring-service/contract'
import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express'
import { commonHeaders, type OperationInput, openOperations, port, toErrorResponse } from './operations.ts'

export interface AppOptions {
  middleware?: RequestHandler[]
  /** Turns a request into the input of an operation. */
  toInput(operationId: OperationId, request: Request): OperationInput | Promise<OperationInput>
  /** Replaces errors of the middleware. */
  toError?(thrown: Error): unknown
}

export const implementation = await openOperations()

export function startApp({ middleware = [], toInput, toError = (thrown) => thrown }: AppOptions): void {
  const app = express()
  const setHeaders: RequestHandler = (request, response, next) => {
    response.set(commonHeaders(request.headers))
    next()
  }
  app.use(setHeaders, express.json(), ...middleware)
  for (const [id, { method, path }] of Object.entries(operations)) {
    const [operationId, verb] = [id as OperationId, method.toLowerCase() as 'get']
    app[verb](path.replace(/\{(\w+)\}/g, ':$1'), async (request: Request, response) => {
      const { status, body } = await implementation.operate(operationId, await toInput(operationId, request))
      response.status(status).json(body)
    })
  }
  const sendError: ErrorRequestHandler = async (thrown, _request, response, _next) => {
    const { status, headers, body } = toErrorResponse(await toError(thrown))
    response.status(status).set(headers).json(body)
  }
  app.use(sendError)
  app.listen(port, '127.0.0.1')
}
