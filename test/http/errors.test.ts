/** Errors as responses: what comes from the contract, and what the error itself says. */
import { contract, limits } from '@monitoring-service/contract'
import { ApiError, errorHeaders, toApiError, toErrorResponse } from '@monitoring-service/http'
import { describe, expect, it } from 'vitest'

/** The error in the response. */
const objectOf = (error: ApiError, { errors } = contract) => (toErrorResponse(error, { errors }).body as Body).error
type Body = { error: { code: string; message: string; status: number; upgradeUrl?: string } }

describe('An error', () => {
  const changed = {
    ...contract,
    errors: {
      ...contract.errors,
      UNAUTHENTICATED: {
        status: 419,
        message: 'Who are you?',
        headers: { 'X-Ask': 'anybody' },
        invalidCredentialHeaders: { 'X-Ask': 'somebody else' },
      },
    },
  }

  it('has status, message and headers of the contract that is served', () => {
    const response = toErrorResponse(new ApiError('UNAUTHENTICATED'), changed)
    const error = { code: 'UNAUTHENTICATED', message: 'Who are you?', status: 419 }
    expect(response).toEqual({ status: 419, headers: { 'X-Ask': 'anybody' }, body: { error } })
  })

  it('has other headers if the credential is invalid, not missing', () => {
    const headersOf = (hasInvalidCredential: boolean) =>
      toErrorResponse(new ApiError('UNAUTHENTICATED', { hasInvalidCredential }), changed).headers
    expect([headersOf(true), headersOf(false)]).toEqual([{ 'X-Ask': 'somebody else' }, { 'X-Ask': 'anybody' }])
  })

  it('has no headers if the contract has no such code', () => {
    expect([errorHeaders(undefined, true), errorHeaders(undefined, false)]).toEqual([{}, {}])
  })

  it('has the same headers for an invalid credential if the contract names no others', () => {
    expect(errorHeaders({ status: 401, headers: { 'X-Ask': 'anybody' } }, true)).toEqual({ 'X-Ask': 'anybody' })
  })

  it('may have a message of its own', () => {
    expect(objectOf(new ApiError('UNAUTHENTICATED', { message: 'Really?' }), changed).message).toBe('Really?')
  })

  it('keeps its own status, message and headers if the contract that is served has no such code', () => {
    const { UNAUTHENTICATED: _, ...errors } = contract.errors
    const response = toErrorResponse(new ApiError('UNAUTHENTICATED'), { errors } as typeof contract)
    expect(response).toEqual(toErrorResponse(new ApiError('UNAUTHENTICATED'), contract))
    expect(response).toMatchObject({ status: 401, headers: { 'WWW-Authenticate': expect.any(String) } })
  })

  it('has its upgrade URL, if it has one', () => {
    const upgradeUrl = 'https://monitoring.example/upgrade'
    expect(objectOf(new ApiError('PLAN_UPGRADE_REQUIRED', { upgradeUrl }))).toMatchObject({ upgradeUrl })
    expect(objectOf(new ApiError('PLAN_UPGRADE_REQUIRED'))).not.toHaveProperty('upgradeUrl')
  })

  it('names a time to retry if the server is unavailable, and otherwise only if it is given one', () => {
    const headersOf = (code: 'UNAVAILABLE' | 'RATE_LIMITED' | 'INTERNAL_ERROR', headers = {}) =>
      toErrorResponse(new ApiError(code, { headers }), contract).headers
    expect(headersOf('UNAVAILABLE')).toEqual({ 'Retry-After': String(limits.retryAfterSeconds) })
    expect(headersOf('UNAVAILABLE', { 'Retry-After': '3600' })).toEqual({ 'Retry-After': '3600' })
    expect(headersOf('RATE_LIMITED', { 'Retry-After': '7' })).toEqual({ 'Retry-After': '7' })
    expect(headersOf('INTERNAL_ERROR')).toEqual({})
  })

  it('has a message of the length of the contract at most', () => {
    expect(objectOf(new ApiError('VALIDATION_ERROR', { message: 'x'.repeat(5_000) })).message).toHaveLength(
      limits.messageLength,
    )
  })
})

it('A thrown value that is no error of the contract is an internal error, and its cause is kept for the log', () => {
  const [thrown, own] = [new TypeError('of the language'), new ApiError('NOT_FOUND')]
  expect(toApiError(thrown)).toMatchObject({ code: 'INTERNAL_ERROR', status: 500, cause: thrown })
  expect(toApiError(own)).toBe(own)
})

it('An internal error has a stack, and a rejected request needs none', () => {
  const { stackTraceLimit } = Error
  expect(new ApiError('INTERNAL_ERROR').stack).toContain('errors.test.ts')
  expect(new ApiError('NOT_FOUND').stack).not.toContain('errors.test.ts')
  expect(Error.stackTraceLimit).toBe(stackTraceLimit)
})
