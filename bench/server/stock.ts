/** Express with express-openapi-validator for requests and responses, as in its readme: `stock.ts PORT`. */
import type { OperationId } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import type { Request } from 'express'
import { error, middleware } from 'express-openapi-validator'
import { implementation, startApp } from './express-app.ts'
import { invalid } from './operations.ts'

const callers = new WeakMap<object, unknown>()
const check = async (request: Request & { openapi?: { schema: { operationId: OperationId } } }) => {
  const operationId = request.openapi?.schema.operationId as OperationId
  callers.set(request, await implementation.identify(operationId, request.headers))
  return true
}

startApp({
  middleware: middleware({
    apiSpec: { ...readContract(), servers: [{ url: '/' }] } as never,
    validateResponses: true,
    validateSecurity: { handlers: { bearerAuth: check, adminApiKey: check } },
    ajvFormats: { mode: 'full' },
  }),
  toInput: (_, request) => {
    const { params: path, query, body } = request
    return { path, query, body, caller: callers.get(request) }
  },
  toError(thrown: Error & { status?: number }) {
    // The validator keeps only the status of an error that a security handler throws.
    if (thrown.status === 401) return implementation.identify('resolveIncident', {}).catch((reason) => reason)
    return thrown instanceof error.BadRequest ? invalid(thrown.message) : thrown
  },
})
