/**
 * Validates requests with express-openapi-validator: users of it know its decisions, so that it alone rejects, while
 * compiled schemas accept what is valid (docs/decisions/0011-validator-decides.md).
 */
import { parse } from 'node:url'
import { listOperations } from '@monitoring-service/contract/document'
import { readContract } from '@monitoring-service/contract/files'
import { formats } from '@monitoring-service/contract/formats'
import {
  ApiError,
  createValidator,
  findQueryOrTextViolation,
  formatViolations,
  readQuery,
} from '@monitoring-service/http'
import express, { type Request, type RequestHandler, type Response } from 'express'
import { requestStateOf } from './request-state.ts'

/** The property that the library's router adds to a request. */
interface Route {
  schema: { operationId: string }
  openApiRoute: string
}

type Validate = (request: Request, response: Response) => Promise<void>

let loading: Promise<Validate> | undefined

/** Loads the library, which takes half of a start. If that fails, requests that need it are answered with 500. */
export function loadOpenApiValidator(): Promise<Validate> {
  if (loading) return loading
  loading = createOpenApiValidator()
  // Avoids an unhandled rejection; callers that await it still see the error.
  loading.catch(() => {})
  return loading
}

/** @throws ApiError VALIDATION_ERROR */
export async function runOpenApiValidator(request: Request, response: Response): Promise<void> {
  const validate = await loadOpenApiValidator()
  await validate(request, response)
}

async function createOpenApiValidator(): Promise<Validate> {
  if (!canCompile()) {
    const { checkRequest } = createValidator()
    return async (request) => {
      const state = requestStateOf(request)
      state.typedQuery = checkRequest(state)
    }
  }
  const { routingSteps, validate, BadRequest } = await loadLibrary()
  const routes = new Map<string, Route>()

  /** Runs the library's router once per operation: it matches every path pattern, and the operation is known already. */
  async function findRoute({ method, url, originalUrl }: Request, response: Response, id: string): Promise<Route> {
    // Has what the library's router reads of a request and its app.
    const request: { openapi?: Route } = { app: express(), method, url, originalUrl, baseUrl: '', path: url } as object
    for (const step of routingSteps) await run(step, request as Request, response)
    const { openapi: route } = request
    if (route?.schema.operationId !== id) throw new Error(`express-openapi-validator did not find ${id}`)
    routes.set(id, route)
    return route
  }

  return async (request, response) => {
    const state = requestStateOf(request)
    const { operationId, operation, path, body } = state
    const route = routes.get(operationId) ?? (await findRoute(request, response, operationId))
    const { method, originalUrl, headers } = request
    // A plain object: the library defines and deletes properties, which slows down every later use of a real request.
    const copy = {
      openapi: { ...route, pathParams: path },
      method,
      originalUrl,
      path: route.openApiRoute,
      params: path,
      body,
      // Express ignores everything after 1,000 pairs, even empty ones.
      query: Object.fromEntries(readQuery(state.query)),
      // One constant media type: the library keeps a compiled validator for each that it sees.
      headers: { ...headers, 'content-type': operation.body === null ? undefined : 'application/json' },
    }
    const violation = await run(validate, copy as never, response).catch((thrown) => {
      if (thrown instanceof BadRequest) return formatViolations(thrown.errors)
      throw thrown
    })
    const message = findQueryOrTextViolation(state) ?? violation
    if (message !== undefined) throw new ApiError('VALIDATION_ERROR', { message })
    state.typedQuery = copy.query
  }
}

async function loadLibrary() {
  const { error, middleware } = await import('express-openapi-validator')
  skipDeprecationLookup()
  const contract = readContract()
  // The library would compile the schemas of all responses.
  for (const { operation } of listOperations(contract)) operation.responses = {}
  const steps = middleware({
    // The contract's server URL has a variable, with which the library lets unmatched paths pass unchecked.
    apiSpec: { ...contract, servers: [{ url: '/' }] } as never,
    // `npm run check` validates the contract.
    validateApiSpec: false,
    validateRequests: { allowUnknownQueryParameters: false },
    // The server authenticates, and validates every response, by itself.
    validateSecurity: false,
    validateResponses: false,
    // The default, `fast`, accepts 30 February.
    ajvFormats: { mode: 'full' },
    formats: { date: formats.date },
    fileUploader: false,
  })
  suppressStackTraces(middleware as never)
  const { BadRequest } = error
  return { routingSteps: steps.slice(0, -1), validate: steps.at(-1) as RequestHandler, BadRequest }
}

/** Whether Node may compile the schemas for the library: hardened flags forbid it. The contract's are compiled. */
function canCompile(): boolean {
  try {
    return typeof new Function() === 'function'
  } catch {
    return false
  }
}

function run(step: RequestHandler, request: Request, response: Response): Promise<undefined> {
  return new Promise((resolve, reject) => {
    step(request, response, (error?: unknown) => (error === undefined ? resolve(undefined) : reject(error)))
  })
}

/** Triggers the warning about url.parse unseen: until it has warned once, each call by the library searches the stack. */
function skipDeprecationLookup(): void {
  const { noDeprecation } = process
  process.noDeprecation = true
  parse('/')
  process.noDeprecation = noDeprecation as boolean
}

interface Library {
  _oav: { requestValidationMiddleware(document: object): RequestHandler }
}

/** Creates the library's errors without stack traces: collecting one takes as long as the validation. */
function suppressStackTraces({ _oav: library }: Library): void {
  const createValidate = library.requestValidationMiddleware.bind(library)
  library.requestValidationMiddleware = (document) => {
    const validate = createValidate(document)
    return (request, response, next) => {
      const { stackTraceLimit } = Error
      Error.stackTraceLimit = 0
      try {
        validate(request, response, next)
      } finally {
        Error.stackTraceLimit = stackTraceLimit
      }
    }
  }
}
