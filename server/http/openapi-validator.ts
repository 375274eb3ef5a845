/** express-openapi-validator, which has the last word on requests. */
import { parse } from 'node:url'
import { readContract } from '@monitoring-service/contract/files'
import { ApiError, findExtraViolation, formatViolations, readQuery } from '@monitoring-service/http'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { requestStateOf } from './request-state.ts'

/** What the validator writes on a request: the operation that it found. */
interface Found {
  schema: { operationId: string }
  openApiRoute: string
  pathParams: Record<string, string>
}

type Judged = Request & { openapi?: Found }

type Decide = (request: Judged, response: Response) => Promise<void>

let loading: Promise<Decide> | undefined

/** Loads it, which takes as long as half of a start. If that fails, whatever is in doubt is answered with 500. */
export function loadValidator(): Promise<Decide> {
  if (loading) return loading
  loading = load()
  // Those who wait for it hear of it.
  loading.catch(() => {})
  return loading
}

/**
 * Decides on a request.
 * @throws ApiError VALIDATION_ERROR
 */
export async function decide(request: Request, response: Response): Promise<void> {
  const decideOn = await loadValidator()
  await decideOn(request, response)
}

async function load(): Promise<Decide> {
  const { error, middleware } = await import('express-openapi-validator')
  hushParse()
  const steps = middleware({
    // The contract's server is a variable; the validator would serve unmatched paths unchecked.
    apiSpec: { ...readContract(), servers: [{ url: '/' }] } as never,
    validateRequests: { allowUnknownQueryParameters: false },
    // Our own checks have looked at who calls, and every answer is looked at, not only those that it would see.
    validateSecurity: false,
    validateResponses: false,
    // The default, `fast`, takes 30 February for a date.
    ajvFormats: { mode: 'full' },
    fileUploader: false,
  })
  hushErrors(middleware as never)
  const finding = steps.slice(0, -1)
  const [validate] = steps.slice(-1) as [RequestHandler]
  const known = new Map<string, Found>()

  /** Has the operation found, which takes an expression for each path, but only once: the gate knows it already. */
  async function find(request: Judged, response: Response, operationId: string): Promise<Found> {
    for (const step of finding) await run(step, request, response)
    const { openapi } = request
    if (openapi?.schema.operationId !== operationId) throw new Error(`${operationId} came past the validator`)
    known.set(operationId, openapi)
    return openapi
  }

  return async (request, response) => {
    const passage = requestStateOf(request)
    const { operationId, operation, path, query: text, body } = passage.admitted
    const found = known.get(operationId) ?? (await find(request, response, operationId))
    const { method, originalUrl, headers } = request
    // As everybody else here reads it: of a thousand pairs, even empty ones, Express leaves out what comes behind.
    const query = Object.fromEntries(readQuery(text))
    // A plain copy: what it defines and deletes on a request makes that one slow for all who come after.
    const asked = {
      openapi: { ...found, pathParams: path },
      ...{ method, originalUrl, path: found.openApiRoute, params: path, query, body },
      // One spelling: it keeps a compiled validator for each that it meets.
      headers: { ...headers, 'content-type': operation.body === null ? undefined : 'application/json' },
    }
    try {
      await run(validate, asked as never, response)
    } catch (thrown) {
      if (!(thrown instanceof error.BadRequest)) throw thrown
      throw new ApiError('VALIDATION_ERROR', {
        message: findExtraViolation(passage.admitted) ?? formatViolations(thrown.errors),
      })
    }
    const complaint = findExtraViolation(passage.admitted)
    if (complaint !== undefined) throw new ApiError('VALIDATION_ERROR', { message: complaint })
    passage.query = asked.query
  }
}

function run(step: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    step(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)))
  })
}

/** The validator calls a deprecated function for each request, which looks for its caller until it has warned once. */
function hushParse(): void {
  const { noDeprecation } = process
  process.noDeprecation = true
  parse('/')
  process.noDeprecation = noDeprecation as boolean
}

type Validate = (request: Request, response: Response, next: NextFunction) => void

/** Its errors note where they were made: always at the same place, and that takes as long as to find what is wrong. */
function hushErrors({ _oav: validator }: { _oav: { requestValidationMiddleware(document: object): Validate } }): void {
  const make = validator.requestValidationMiddleware.bind(validator)
  validator.requestValidationMiddleware = (document) => {
    const validate = make(document)
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
