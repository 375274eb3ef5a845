/** The request pipeline, from authentication to the response. */
import type { IncomingMessage, RequestListener } from 'node:http'
import { credentialHeaders } from '@monitoring-service/contract'
import { type CorsOptions, createHandler, type RequestReport } from '@monitoring-service/http/node'
import express, { type NextFunction, type Request, type Response } from 'express'
import { checkAdminKey } from './auth/admin-key.ts'
import { checkBearer } from './auth/bearer.ts'
import type { Context } from './domain/context.ts'
import { operations } from './domain/operations.ts'
import { type Result, respond, validateErrorResponse, validateRequest } from './http/contract-validation.ts'
import { loadOpenApiValidator } from './http/openapi-validator.ts'
import { type Caller, requestStateOf, setRequestState } from './http/request-state.ts'

export interface AppOptions extends Context {
  adminApiKey: string
  /** Accepted beside `adminApiKey` while keys are changed. */
  previousAdminApiKey?: string | undefined
  /** Called at the end of each request. */
  report?: (report: RequestReport) => void
  /** Which web pages may call; without it, none of another origin. */
  cors?: CorsOptions | undefined
}

/** Authenticates a request. @throws ApiError */
type Authenticate = (request: IncomingMessage, scopes: readonly string[]) => Promise<Caller> | Caller

type Handle = (input: object, context: Context) => Promise<Result>

export function createApp(options: AppOptions): RequestListener {
  const { adminApiKey, previousAdminApiKey, report, cors, ...context } = options
  const adminApiKeys = [adminApiKey, ...(previousAdminApiKey === undefined ? [] : [previousAdminApiKey])] as const
  const schemes: Record<keyof typeof credentialHeaders, Authenticate> = {
    bearerAuth: (request, scopes) =>
      checkBearer(request.headersDistinct[credentialHeaders.bearerAuth] ?? [], scopes, context),
    adminApiKey(request) {
      checkAdminKey(String(request.headers[credentialHeaders.adminApiKey] ?? ''), ...adminApiKeys)
      return 'operator'
    },
  }
  // Loaded after startup: loading blocks the event loop.
  setTimeout(loadOpenApiValidator, 250).unref()

  const app = express()
  app.disable('x-powered-by')
  // http reads the query.
  app.set('query parser', false)

  // 1 route, 2 limits, media type and JSON: createHandler, below. 404, 405, 413, 415, 400
  // 3 security: who calls, with which scope?                 401, 403
  app.use(async (request: Request, _response: Response, next: NextFunction) => {
    const state = requestStateOf(request)
    const { security } = state.operation
    if (security) state.caller = await schemes[security.scheme as keyof typeof schemes](request, security.scopes)
    next()
  })
  // 4 validation: does the request fit the contract?         400
  app.use(validateRequest)
  // 5 operation: operationId selects the handler.            403, 404, 409
  app.use(async (request: Request, response: Response, next: NextFunction) => {
    const { operationId, operation, path, typedQuery: query, body, caller } = requestStateOf(request)
    if (!query || (operation.security && !caller)) throw new Error(`${operationId} was not checked`)
    // Each handler is type-checked where it is written; a call by a variable id needs the common type.
    const handle = operations[operationId] as unknown as Handle
    respond(response, operationId, await handle({ path, query, body, caller }, context))
    next()
  })

  // 6 errors: createHandler sends each error from above in the contract's shape.
  return createHandler(
    (parsed, request, response) =>
      new Promise((resolve, reject) => {
        setRequestState(request, parsed)
        app(request as Request, response as Response, (error?: unknown) => (error ? reject(error) : resolve()))
      }),
    { report, cors, validateError: validateErrorResponse },
  )
}
