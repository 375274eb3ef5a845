/** Responses of the mock: from a scenario, from an error, or with a body of its own. */
import type { Contract } from '@monitoring-service/contract'
import { type ApiError, errorHeaders, type ResponseParts, toErrorResponse } from '@monitoring-service/http'
import type { Fault } from './rules.ts'
import type { Scenario } from './scenario-index.ts'

export interface MockResponse extends ResponseParts {
  /** The scenario that the response is taken from. */
  scenario?: string | undefined
  /** The preferences that were followed, for Preference-Applied (RFC 7240, section 3). */
  applied: string[]
  /** The fault that was injected. */
  fault?: Fault
  /** Why this response was chosen; absent if the request was rejected before. */
  reason?: string
}

export function exampleResponse(
  contract: Contract,
  { operationId, name, status, response, credential }: Scenario,
  reason: string,
  applied?: string[],
): MockResponse {
  const hasInvalidCredential = credential !== 'valid'
  const parts = { operationId, status, body: response, hasInvalidCredential, scenario: name, reason, applied }
  return toResponse(contract, parts)
}

export function errorResponse(contract: Contract, error: ApiError, reason: string): MockResponse {
  return { ...toErrorResponse(error, contract), applied: [], reason }
}

interface Parts {
  operationId: string
  status: number
  body: unknown
  hasInvalidCredential?: boolean
  scenario?: string
  reason: string
  applied?: string[] | undefined
}

/** A response with the headers that follow from its status and error code. */
export function toResponse(
  { operations, errors, limits }: Contract,
  { operationId, status, body, hasInvalidCredential = false, scenario, reason, applied = [] }: Parts,
): MockResponse {
  const siblings = Object.values(operations).filter(({ path }) => path === operations[operationId]?.path)
  const headers = {
    ...(status === 405 && { Allow: siblings.map(({ method }) => method).join(', ') }),
    ...(status === 503 && { 'Retry-After': String(limits.retryAfterSeconds) }),
    // The last of the attempts was just made.
    ...(status === 429 && { 'Retry-After': String(limits.attemptWindowSeconds) }),
    ...errorHeaders(errors[codeOf(body) ?? ''], hasInvalidCredential),
  }
  return { status, headers, body, scenario, applied, reason }
}

export function codeOf(body: unknown): string | undefined {
  return (body as { error?: { code?: string } } | undefined)?.error?.code
}
