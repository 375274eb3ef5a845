/** The whole path of a request, top to bottom. */
import type { IncomingMessage, RequestListener } from 'node:http'
import { credentials } from '@monitoring-service/contract'
import { type Cors, createHandler, headerValues, type RequestReport } from '@monitoring-service/http/node'
import express, { type NextFunction, type Request, type Response } from 'express'
import { checkAdminKey } from './auth/admin-key.ts'
import { checkBearer } from './auth/bearer.ts'
import type { Context } from './domain/context.ts'
import { operations } from './domain/operations.ts'
import { respond, validateErrorResponse, validateRequest } from './http/contract-validation.ts'
import { loadValidator } from './http/openapi-validator.ts'
import { type Caller, requestStateOf, setRequestState } from './http/request-state.ts'

export interface AppOptions extends Context {
  adminApiKey: string
  /** Is taken beside the other one, while keys are changed. */
  previousAdminApiKey?: string | undefined
  /** Told how each request ended. */
  report?: (report: RequestReport) => void
  /** Which web pages may call; without it, none of another origin. */
  cors?: Cors | undefined
}

export function createApp(options: AppOptions): RequestListener {
  const { adminApiKey, previousAdminApiKey, report, cors, ...context } = options
  const adminApiKeys = [adminApiKey, ...(previousAdminApiKey === undefined ? [] : [previousAdminApiKey])] as const
  const checks: Record<keyof typeof credentials, Check> = {
    bearerAuth: (request, scopes) => checkBearer(headerValues(request, credentials.bearerAuth), scopes, context),
    adminApiKey(request) {
      checkAdminKey(String(request.headers[credentials.adminApiKey] ?? ''), ...adminApiKeys)
      return 'operator'
    },
  }
  // It keeps the process busy for a moment, which the first answers after a start need not wait for.
  setTimeout(loadValidator, 250).unref()

  const app = express()
  app.disable('x-powered-by')
  // There is one reader of queries, and it is the gate's.
  app.set('query parser', false)

  // 1 route, 2 limits, media type and JSON: the gate, below. 404, 405, 413, 415, 400
  // 3 security: who calls, with what scope?                 401, 403
  app.use(async (request: Request, _response: Response, next: NextFunction) => {
    const passage = requestStateOf(request)
    const { security } = passage.admitted.operation
    if (security) passage.caller = await checks[security.scheme as keyof typeof checks](request, security.scopes)
    next()
  })
  // 4 validation: is the request what the contract asks?    400
  app.use(validateRequest)
  // 5 operation: the contract's operationId is the only key. 403, 404, 409
  app.use(async (request: Request, response: Response) => {
    const { admitted, caller, query } = requestStateOf(request)
    const { operationId, operation, path, body } = admitted
    if (!query || (operation.security && !caller)) throw new Error(`${operationId} came past the checks`)
    // Each handler's own type is checked where it is written; here they are all alike.
    const handle = operations[operationId] as unknown as Handle
    const told = await handle({ path, query, body, caller }, context)
    respond(response, operationId, told.status, told.body)
  })
  // 6 errors: whatever was thrown above is the gate's to refuse, in the contract's words.
  app.use((error: unknown, request: Request, _response: Response, _next: NextFunction) =>
    requestStateOf(request).fail(error),
  )

  const serve = app as unknown as RequestListener
  return createHandler(
    (admitted, request, response, fail) => {
      setRequestState(request, { admitted, fail })
      serve(request, response)
    },
    { report, cors, validateError: validateErrorResponse },
  )
}

/** Finds out who calls; throws to refuse. */
type Check = (request: IncomingMessage, scopes: readonly string[]) => Promise<Caller> | Caller

type Handle = (input: object, context: Context) => Promise<{ status: number; body?: object }>
