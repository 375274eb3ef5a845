/**
 * The oracle: the server with express-openapi-validator alone, for requests, security and responses. The validator
 * shares Ajv with the server, so that the oracle also reads queries by itself.
 */
import type { IncomingMessage, RequestListener } from 'node:http'
import { credentialHeaders, type ErrorCode, operations as table } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import { ApiError, findQueryOrTextViolation, formatViolations, toApiError } from '@monitoring-service/http'
import { createHandler, sendError } from '@monitoring-service/http/node'
import express, { type NextFunction, type Request, type Response } from 'express'
import * as validator from 'express-openapi-validator'
import type { AppOptions } from '../../server/app.ts'
import { checkAdminKey } from '../../server/auth/admin-key.ts'
import { checkBearer } from '../../server/auth/bearer.ts'
import { runOperation } from '../../server/domain/operations.ts'
import { requestStateOf, setRequestState } from '../../server/http/request-state.ts'
import { readQueryAlone } from './read-query.ts'

type Check = (request: IncomingMessage, scopes: string[]) => Promise<void> | void

export function createValidatorOnlyApp({ adminApiKey, cors, ...context }: AppOptions): RequestListener {
  const thrown = new WeakMap<object, unknown>()
  const remember = (check: Check) => async (request: IncomingMessage, scopes: string[]) => {
    try {
      await check(request, scopes)
      return true
    } catch (error) {
      // The validator keeps only the message of an error.
      thrown.set(request, error)
      throw error
    }
  }
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.use(
    ...validator.middleware({
      // The contract's server is a variable; the validator would serve unmatched paths unchecked.
      apiSpec: { ...readContract(), servers: [{ url: '/' }] } as never,
      validateRequests: { allowUnknownQueryParameters: false },
      validateResponses: true,
      validateSecurity: {
        handlers: {
          bearerAuth: remember(async (request, scopes) => {
            requestStateOf(request).caller = await checkBearer(
              request.headersDistinct.authorization ?? [],
              scopes,
              context,
            )
          }),
          adminApiKey: remember((request) =>
            checkAdminKey(String(request.headers[credentialHeaders.adminApiKey] ?? ''), adminApiKey),
          ),
        },
      },
      ajvFormats: { mode: 'full' },
      fileUploader: false,
    }),
  )
  app.use(async (request: Request & { openapi?: { schema?: { operationId?: string } } }, response: Response) => {
    const state = requestStateOf(request)
    const { operationId, path, caller } = state
    if (request.openapi?.schema?.operationId !== operationId) throw new Error(`${operationId} bypassed the validator`)
    const query = readQueryAlone(operationId, state.query)
    const violation = findQueryOrTextViolation({ ...state, query: '' })
    if (!query || violation !== undefined)
      throw new ApiError('VALIDATION_ERROR', { message: violation ?? 'the query is not valid' })
    const input = { path, query, body: request.body, caller }
    const { status, body } = await runOperation(operationId, input, { ...context, identified: () => {} })
    response.status(status)
    if (body === undefined) response.end()
    else response.json(body)
  })
  app.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) return next(error)
    sendError(response, asApiError(error, request))
  })

  function asApiError(error: unknown, request: Request): ApiError {
    const state = requestStateOf(request)
    if (thrown.has(request)) return toApiError(thrown.get(request))
    if (error instanceof validator.error.BadRequest) {
      return new ApiError('VALIDATION_ERROR', { message: formatViolations(error.errors) })
    }
    if (error instanceof validator.error.Unauthorized) {
      const codes: Record<number, readonly ErrorCode[]> = table[state.operationId].responses
      return new ApiError(codes[401]?.[0] ?? 'INTERNAL_ERROR', { cause: error })
    }
    return toApiError(error)
  }

  const serve = app as unknown as (request: object, response: object, failed: (error: unknown) => void) => void
  return createHandler(
    (admitted, request, response) => {
      setRequestState(request, admitted)
      Object.assign(request, { body: admitted.body })
      // Normalized, because the validator compiles a schema for each media type that it meets.
      if (admitted.operation.body === null) delete request.headers['content-type']
      else request.headers['content-type'] = 'application/json'
      // Express returns 304 for "If-None-Match: *".
      delete request.headers['if-none-match']
      return new Promise((resolve, reject) => {
        response.once('close', resolve)
        serve(request, response, reject)
      })
    },
    { cors },
  )
}
