/** The whole path of a request, top to bottom. */
import type { RequestListener } from 'node:http'
import { credentials, operations as table } from '@monitoring-service/contract'
import { type Admitted, ApiError, finePrint } from '@monitoring-service/gate'
import { type Cors, createGate, type RequestReport, refuse } from '@monitoring-service/gate/node'
import express, { type NextFunction, type Request, type Response } from 'express'
import { enforceContract, understand } from './enforcement.ts'
import { type Context, operations } from './operations.ts'
import { beginPassage, passageOf } from './passage.ts'
import { checkAdminKey } from './security/admin-key.ts'
import { checkBearer } from './security/bearer.ts'

export interface AppOptions extends Context {
  adminApiKey: string
  /** Told how each request ended. */
  report?: (report: RequestReport) => void
  /** Which web pages may call; without it, none of another origin. */
  cors?: Cors | undefined
}

export function createApp({ adminApiKey, report, cors, ...context }: AppOptions): RequestListener {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')

  // 1 route, 2 limits, media type and JSON: the gate, below. 404, 405, 413, 415, 400
  // 3 security: who calls, with what scope?                 401, 403
  // 4 validation: is the request what the contract asks?    400; from here on responses are enforced, too
  app.use(
    ...enforceContract({
      bearerAuth: async (request, scopes) => {
        passageOf(request).caller = await checkBearer(request.headersDistinct.authorization ?? [], scopes, context)
      },
      adminApiKey: (request) => checkAdminKey(String(request.headers[credentials.adminApiKey] ?? ''), adminApiKey),
    }),
  )
  // 5 operation: the contract's operationId is the only key. 403, 404, 409
  app.use(async (request: Request, response: Response) => {
    const { admitted, caller } = passageOf(request)
    const { operationId, path } = admitted
    checkEnforced(request, admitted)
    const complaint = finePrint(admitted)
    if (complaint) throw complaint
    const input = { path, query: request.query, body: request.body, caller }
    // Each handler's own type is checked where it is written; here they are all alike.
    const handle = operations[operationId] as unknown as Handle
    const { status, body } = await handle(input, context)
    response.status(status)
    if (body === undefined) response.end()
    else response.json(body)
  })
  // The one exit for errors, whoever threw.
  app.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) return next(error)
    response.json(refuse(response, understand(error, passageOf(request))))
  })

  const serve = app as unknown as (request: object, response: object, failed: (error: unknown) => void) => void
  return createGate(
    (admitted, request, response) => {
      beginPassage(request, admitted)
      Object.assign(request, { body: admitted.body })
      // One spelling from here on: the validator keeps a compiled one for each spelling it meets.
      if (admitted.operation.body === null) delete request.headers['content-type']
      else request.headers['content-type'] = 'application/json'
      // To "If-None-Match: *" Express would answer 304; nothing may be kept, so there is nothing to compare with.
      delete request.headers['if-none-match']
      return new Promise((resolve, reject) => {
        response.once('close', resolve)
        serve(request, response, reject)
      })
    },
    { report, cors },
  )
}

type Handle = (input: object, context: Context) => Promise<{ status: number; body?: object }>

/** Fails closed: whatever the validator did not match with the very operation that was admitted is not served. */
function checkEnforced(
  request: Request & { openapi?: { schema?: { operationId?: string } } },
  admitted: Admitted,
): void {
  const { operationId } = admitted
  const authenticated = table[operationId].security?.scheme !== 'bearerAuth' || passageOf(request).caller !== undefined
  if (request.openapi?.schema?.operationId !== operationId || !authenticated) {
    throw new ApiError('INTERNAL_ERROR', { cause: new Error(`${operationId} came past the validator`) })
  }
}
