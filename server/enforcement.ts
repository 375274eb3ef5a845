/** Sets express-openapi-validator up, and says in the contract's words what it throws. */
import type { IncomingMessage } from 'node:http'
import { type ErrorCode, operations as table } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import { ApiError, asApiError, explain, finePrint } from '@monitoring-service/gate'
import type { RequestHandler } from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import { type Passage, passageOf } from './passage.ts'

/** Checks a credential; throws to refuse. */
export type Check = (request: IncomingMessage, scopes: string[]) => Promise<void> | void

/** Enforces the contract on requests, security and responses. */
export function enforceContract(checks: Record<string, Check>): RequestHandler[] {
  const handlers = Object.entries(checks).map(([scheme, check]) => [scheme, remember(check)])
  return OpenApiValidator.middleware({
    // The contract's server is a variable; the validator would serve unmatched paths unchecked.
    apiSpec: { ...readContract(), servers: [{ url: '/' }] } as never,
    validateRequests: { allowUnknownQueryParameters: false },
    validateResponses: true,
    validateSecurity: { handlers: Object.fromEntries(handlers) },
    // The default, `fast`, takes 30 February for a date.
    ajvFormats: { mode: 'full' },
    fileUploader: false,
  })
}

function remember(check: Check) {
  return async (request: IncomingMessage, scopes: string[]): Promise<boolean> => {
    try {
      await check(request, scopes)
      return true
    } catch (error) {
      passageOf(request).thrown = error
      throw error
    }
  }
}

/** What was thrown on the way, as a refusal of the contract. */
export function understand(error: unknown, { admitted, thrown }: Passage): ApiError {
  if (thrown !== undefined) return asApiError(thrown)
  const { BadRequest, Unauthorized } = OpenApiValidator.error
  if (error instanceof BadRequest) {
    return finePrint(admitted) ?? new ApiError('VALIDATION_ERROR', { message: explain(error.errors) })
  }
  if (error instanceof Unauthorized) {
    const codes: Record<number, readonly ErrorCode[]> = table[admitted.operationId].responses
    return new ApiError(codes[401]?.[0] ?? 'INTERNAL_ERROR', { cause: error })
  }
  return asApiError(error)
}
