/** Nothing gets in or out that the contract does not declare, whichever way it takes. */
import { type ErrorCode, errors, operations } from '@monitoring-service/contract'
import { ApiError } from '@monitoring-service/http'
import { describe, expect, it } from 'vitest'
import { validateErrorResponse } from '../../server/http/contract-validation.ts'
import { ids, useServer } from '../support/server.ts'

const server = useServer()
const resolve = `/api/v1/incidents/${ids.manual}/resolve`
const as = 'member@acme.example'

describe('A refusal that the contract does not declare for the operation becomes a 500, and is reported:', () => {
  const causeOf = async () => (await server.reports())[0]?.cause

  it('a code from before the request was validated', async () => {
    await server.replace('findMember', { refuses: 'WRONG_PASSWORD' })
    expect((await server.send('PUT', resolve, { as })).statusLine).toBe('500 INTERNAL_ERROR')
    expect(await causeOf()).toMatch(/resolveIncident must not respond with this 403: .*\/error\/code/)
  })

  it('a status of the operation itself', async () => {
    await server.replace('changeIncident', { refuses: 'RATE_LIMITED' })
    expect((await server.send('PUT', resolve, { as })).statusLine).toBe('500 INTERNAL_ERROR')
    expect(await causeOf()).toMatch(/resolveIncident must not respond with this 429: no such status is declared/)
  })

  it('a shape, even of a 503', async () => {
    await server.replace('changeIncident', { refuses: 'UNAVAILABLE', upgradeUrl: 'https://example.com' })
    expect((await server.send('PUT', resolve, { as })).statusLine).toBe('500 INTERNAL_ERROR')
    expect(await causeOf()).toMatch(/resolveIncident must not respond with this 503: .*upgradeUrl/)
  })
})

it.each(Object.keys(errors) as ErrorCode[])('%s is said as the contract declares it', (code) => {
  const declaring = Object.entries(operations).filter(([, { responses }]) =>
    Object.values<readonly string[]>(responses).some((codes) => codes.includes(code)),
  )
  const error = new ApiError(code, code === 'PLAN_UPGRADE_REQUIRED' ? { upgradeUrl: 'https://example.com/up' } : {})
  expect(declaring).not.toEqual([])
  for (const [operationId] of declaring) expect(validateErrorResponse(error, operationId as 'login')).toBe(error)
  expect(validateErrorResponse(error)).toBe(error)
})

it('A refusal of the caller’s doing notes no stack, and one of ours does', () => {
  expect(new ApiError('VALIDATION_ERROR').stack).not.toMatch(/\n\s+at /)
  expect(new ApiError('INTERNAL_ERROR').stack).toMatch(/\n\s+at /)
  expect(new Error('of somebody else').stack).toMatch(/\n\s+at /)
})
