/** Express with the operations: `express.ts PORT bare`, without validation, or `express.ts PORT stock`, with express-openapi-validator. */
import { type OperationId, operations } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express'
import { error, middleware } from 'express-openapi-validator'
import type { Caller } from '../../../server/operation-types.ts'
import {
  checkSignup,
  commonHeaders,
  invalid,
  openOperations,
  port,
  toErrorResponse,
  toPageQuery,
} from './operations.ts'

type Identified = Request & { caller?: Caller | undefined; openapi?: { schema: { operationId: OperationId } } }

const isStock = process.argv[3] === 'stock'
const { identify, operate } = await openOperations()
const app = express()

app.use((request, response, next) => {
  response.set(commonHeaders(request.headers))
  next()
}, express.json())

if (isStock) {
  const check = async (request: Identified) => {
    request.caller = await identify(request.openapi?.schema.operationId as OperationId, request.headers)
    return true
  }
  const validation = middleware({
    apiSpec: { ...readContract(), servers: [{ url: '/' }] } as never,
    validateResponses: true,
    validateSecurity: { handlers: { bearerAuth: check, adminApiKey: check } },
    ajvFormats: { mode: 'full' },
  })
  app.use(...validation)
}

for (const [id, { method, path }] of Object.entries(operations)) {
  const operationId = id as OperationId
  const handle: RequestHandler = async (request: Identified, response) => {
    const { params, query, body, headers } = request
    const caller = isStock ? request.caller : await identify(operationId, headers)
    if (!isStock) checkSignup(operationId, body)
    const input = { path: params, query: isStock ? query : toPageQuery(query), body, caller }
    const result = await operate(operationId, input)
    response.status(result.status).json(result.body)
  }
  app[method.toLowerCase() as 'get'](path.replace(/\{(\w+)\}/g, ':$1'), handle)
}

/** Converts errors of the validator, which keeps only the status of an error that a security handler throws. */
function toThrown(thrown: Error & { status?: number }): unknown {
  if (isStock && thrown.status === 401) return identify('resolveIncident', {}).catch((reason) => reason)
  return thrown instanceof error.BadRequest ? invalid(thrown.message) : thrown
}

const sendError: ErrorRequestHandler = async (thrown, _request, response, _next) => {
  const { status, headers, body } = toErrorResponse(await toThrown(thrown))
  response.status(status).set(headers).json(body)
}
app.use(sendError)
app.listen(port, '127.0.0.1')
