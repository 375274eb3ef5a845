/**
 * Validates requests with express-openapi-validator: users of it know its decisions, so that it alone rejects, while
 * compiled schemas accept what is valid (docs/decisions/0011-validator-decides.md).
 */
import { parse } from 'node:url'
import { type Document, listOperations } from '@monitoring-service/contract/document'
import { readContract } from '@monitoring-service/contract/files'
import { formats } from '@monitoring-service/contract/formats'
import {
  ApiError,
  createValidator,
  findQueryOrTextViolation,
  formatViolations,
  readQuery,
} from '@monitoring-service/http'
import type { Request, RequestHandler, Response } from 'express'
import { type RequestState, requestStateOf } from './request-state.ts'

/** Sets the typed query of a request. @throws ApiError VALIDATION_ERROR */
type Validate = (request: Request, state: RequestState) => void

let loading: Promise<Validate> | undefined

/** Loads the library, which takes half of a start. If that fails, requests that need it are answered with 500. */
export function loadOpenApiValidator(): Promise<Validate> {
  if (loading) return loading
  loading = canCompile() ? createOpenApiValidator() : Promise.resolve(validateByCompiledSchemas)
  // Avoids an unhandled rejection; callers that await it still see the error.
  loading.catch(() => {})
  return loading
}

/** @throws ApiError VALIDATION_ERROR */
export async function runOpenApiValidator(request: Request): Promise<void> {
  const validate = await loadOpenApiValidator()
  validate(request, requestStateOf(request))
}

/** Whether Node may compile the schemas for the library: hardened flags forbid it. The contract's are compiled. */
function canCompile(): boolean {
  try {
    return typeof new Function() === 'function'
  } catch {
    return false
  }
}

function validateByCompiledSchemas(_request: Request, state: RequestState): void {
  state.typedQuery = createValidator().checkRequest(state)
}

async function createOpenApiValidator(): Promise<Validate> {
  const { document, check, BadRequest } = await loadLibrary()
  const operations = new Map(listOperations(document).map((located) => [located.operation.operationId, located]))

  function findViolation(request: object): string | undefined {
    const { stackTraceLimit } = Error
    // Collecting the stack trace of the library's error takes as long as the validation.
    Error.stackTraceLimit = 0
    try {
      check(request as Request, {} as Response, () => {})
      return undefined
    } catch (thrown) {
      if (thrown instanceof BadRequest) return formatViolations(thrown.errors)
      throw thrown
    } finally {
      Error.stackTraceLimit = stackTraceLimit
    }
  }

  return ({ method, originalUrl, headers }, state) => {
    const { path: params, body, query } = state
    const located = operations.get(state.operationId)
    if (!located) throw new Error(`express-openapi-validator does not know ${state.operationId}`)
    const { path, operation: schema } = located
    // A plain object: the library defines and deletes properties, which slows down every later use of a real request.
    const copy = {
      openapi: { expressRoute: path, schema, pathParams: params },
      method,
      originalUrl,
      path,
      params,
      body,
      // Express ignores everything after 1,000 pairs, even empty ones.
      query: Object.fromEntries(readQuery(query)),
      // One constant media type: the library keeps a compiled validator for each that it sees.
      headers: { ...headers, 'content-type': state.operation.body === null ? undefined : 'application/json' },
    }
    const violation = findViolation(copy)
    const message = findQueryOrTextViolation(state) ?? violation
    if (message !== undefined) throw new ApiError('VALIDATION_ERROR', { message })
    state.typedQuery = copy.query
  }
}

/** The library's object for a document, which its types leave out. */
interface Library {
  requestValidationMiddleware(document: Document): RequestHandler
}

/** Returns the document as the library has prepared it, and its check of a request. */
async function loadLibrary() {
  const { error, middleware } = await import('express-openapi-validator')
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
  skipDeprecationLookup()
  const { _oav: library } = middleware as unknown as { _oav: Library }
  const create = library.requestValidationMiddleware.bind(library)
  const prepared = Promise.withResolvers<{ document: Document; check: RequestHandler }>()
  // The last step of the library asks for the check once the document is prepared.
  library.requestValidationMiddleware = (document) => {
    const check = create(document)
    prepared.resolve({ document, check })
    return check
  }
  const rejectIfThrown = (thrown?: unknown) => thrown && prepared.reject(thrown)
  // The first step tells why a document cannot be prepared.
  steps[0]?.({ app: { param() {} } } as never, {} as Response, rejectIfThrown)
  steps.at(-1)?.({} as Request, {} as Response, rejectIfThrown)
  return { ...(await prepared.promise), BadRequest: error.BadRequest }
}

/** Triggers the warning about url.parse unseen: until it has warned once, each call by the library searches the stack. */
function skipDeprecationLookup(): void {
  const { noDeprecation } = process
  process.noDeprecation = true
  parse('/')
  process.noDeprecation = noDeprecation as boolean
}
