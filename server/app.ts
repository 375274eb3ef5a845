/** The request pipeline, from authentication to the response. */
import type { IncomingMessage, RequestListener } from 'node:http'
import { credentialHeaders } from '@monitoring-service/contract'
import type { CorsOptions } from '@monitoring-service/http'
import { createHandler, type RequestReport } from '@monitoring-service/http/node'
import express, { type NextFunction, type Request, type Response } from 'express'
import { checkAdminKey } from './auth/admin-key.ts'
import { checkBearer } from './auth/bearer.ts'
import { createReadClient, networkOf, type ReadClient } from './auth/client-address.ts'
import type { Context } from './domain/context.ts'
import { runOperation } from './domain/operations.ts'
import { respond, toDeclaredError, validateRequest } from './http/contract-validation.ts'
import { loadOpenApiValidator } from './http/openapi-validator.ts'
import { requestStateOf, setRequestState } from './http/request-state.ts'
import type { Caller } from './operation-types.ts'
import { defaultAddressAttempts } from './settings-table.ts'

/** The options of {@link createApp}. */
export interface AppOptions extends Context {
  /** The key of the operator, in the header `X-Admin-Api-Key`. */
  adminApiKey: string
  /** Accepted beside `adminApiKey` while keys are changed. */
  previousAdminApiKey?: string | undefined
  /** Reads the client of a request; by default the peer. */
  readClient?: ReadClient | undefined
  /** The most attempts of one address in a window, for all accounts together. */
  addressAttempts?: number | undefined
  /** Called at the end of each request. */
  report?: (report: RequestReport, request: IncomingMessage) => void
  /** Which web pages may call; without it, none of another origin. */
  cors?: CorsOptions | undefined
}

/** Authenticates a request. @throws ApiError */
type Authenticate = (
  request: IncomingMessage,
  scopes: readonly string[],
  identified: (userId: string) => void,
) => Promise<Caller> | Caller

/** The operations of the contract, as a listener of Node's HTTP server. */
export function createApp(options: AppOptions): RequestListener {
  const { adminApiKey, previousAdminApiKey, readClient = createReadClient([]), report, cors, ...context } = options
  const { addressAttempts: attempts = defaultAddressAttempts } = options
  const adminApiKeys = [adminApiKey, ...(previousAdminApiKey === undefined ? [] : [previousAdminApiKey])] as const
  const schemes: Record<keyof typeof credentialHeaders, Authenticate> = {
    bearerAuth: (request, scopes, identified) =>
      checkBearer(request.headersDistinct[credentialHeaders.bearerAuth] ?? [], scopes, context, identified),
    adminApiKey(request, _scopes, identified) {
      checkAdminKey(String(request.headers[credentialHeaders.adminApiKey] ?? ''), ...adminApiKeys)
      identified('operator')
      return 'operator'
    },
  }
  /** Callers on this machine, or behind a proxy on it that is not trusted, are limited by account only. */
  const limitedNetworkOf = (request: IncomingMessage) => {
    const { address, isForwarded } = readClient(request)
    const name = networkOf(address)
    // 127.0.0.0/8, the network of ::1, or no address.
    const isThisMachine = /^(?:127\.|0:0:0:0::|$)/.test(name)
    return isThisMachine && !isForwarded ? undefined : { name, attempts }
  }
  // Loaded two seconds after startup, or by the first invalid request: loading blocks the event loop for half a second.
  setTimeout(loadOpenApiValidator, 2_000).unref()

  // An app would replace the prototypes of every request and response, which slows down each later use of them.
  const router = express.Router()

  // 1 route, 2 limits, media type and JSON: createHandler, below. 404, 405, 413, 415, 400
  // 3 security: who calls, with which scope?                 401, 403
  router.use(async (request: Request, _response: Response, next: NextFunction) => {
    const state = requestStateOf(request)
    const { security } = state.operation
    const authenticate = security && schemes[security.scheme as keyof typeof schemes]
    if (authenticate) state.caller = await authenticate(request, security.scopes, state.identified)
    next()
  })
  // 4 validation: does the request fit the contract?         400
  router.use(validateRequest)
  // 5 operation: operationId selects the handler.            403, 404, 409
  router.use(async (request: Request, response: Response, next: NextFunction) => {
    const state = requestStateOf(request)
    const { operationId, operation, path, typedQuery: query, body, caller } = state
    if (!query || (operation.security && !caller)) throw new Error(`${operationId} was not checked`)
    const requestContext = { ...context, identified: state.identified, network: limitedNetworkOf(request) }
    const result = await runOperation(operationId, { path, query, body, caller }, requestContext)
    respond(response, operationId, result)
    next()
  })

  // 6 errors: createHandler sends each error from above in the contract's shape.
  return createHandler(
    (parsed, request, response) =>
      new Promise((resolve, reject) => {
        setRequestState(request, parsed)
        router(request as Request, response as Response, (error?: unknown) => (error ? reject(error) : resolve()))
      }),
    { report, cors, toDeclaredError },
  )
}
