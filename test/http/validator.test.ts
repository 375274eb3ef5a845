/** The validator by a contract's schemas and extra rules. */
import { contract, type OperationEntry, type OperationId } from '@monitoring-service/contract'
import { createValidator, type ParsedRequest } from '@monitoring-service/http'
import { describe, expect, it } from 'vitest'

const validator = createValidator()

function requestOf(operationId: OperationId, fields: Partial<ParsedRequest> = {}): ParsedRequest {
  const operation = contract.operations[operationId] as OperationEntry
  return { operationId, operation, path: {}, query: '', body: undefined, ...fields }
}

/** The typed query, or the message. Both methods must agree. */
function check(request: ParsedRequest) {
  const fast = validator.queryIfValid(request)
  try {
    const query = validator.checkRequest(request)
    expect(fast).toEqual(query)
    return query
  } catch (error) {
    expect(fast).toBeUndefined()
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR' })
    return (error as Error).message
  }
}

describe('A request', () => {
  it('has its query in the types of the contract, with the defaults', () => {
    expect(check(requestOf('listDeletionRequests', { query: 'page=3' }))).toEqual({ page: 3, limit: 20 })
    expect(check(requestOf('listDeletionRequests'))).toEqual({ page: 1, limit: 20 })
    const path = { id: '7' }
    expect(check(requestOf('resetMonitorStats', { path, query: 'before=2025-01-01' }))).toEqual({
      before: '2025-01-01',
    })
    expect(path).toEqual({ id: '7' })
  })

  it('is rejected with the place of a violation in query or body', () => {
    expect(check(requestOf('listDeletionRequests', { query: 'limit=101' }))).toBe('query.limit must be <= 100')
    expect(check(requestOf('login', { body: { email: 'a@b.example' } }))).toBe('body.password is required')
    expect(check(requestOf('login', { body: { email: 'a@b.example', password: 'x', x: 1 } }))).toBe('body.x is unknown')
  })

  it('is rejected by the rules that JSON Schema cannot express, before its schema', () => {
    expect(check(requestOf('login'))).toBe('body is required')
    expect(check(requestOf('listDeletionRequests', { query: 'limit=101&x=1' }))).toBe('query.x is unknown')
  })
})

describe('A response', () => {
  const session = {
    user: {
      id: '01J00000000000000PERS0N001',
      email: 'a@b.example',
      teamId: '01J0000000000000000TEAM001',
      role: 'owner',
    },
    accessToken: 'a',
    refreshToken: 'b',
  }

  it('of a declared status and body is allowed', () => {
    expect(validator.findResponseViolation('login', 200, session)).toBeUndefined()
    expect(validator.findResponseViolation('deleteIncident', 204, undefined)).toBeUndefined()
  })

  it.each<[string, OperationId, number, unknown]>([
    ['no such status is declared', 'login', 201, session],
    ['no body is declared', 'deleteIncident', 204, {}],
    ['a body is declared, and there is none', 'login', 200, undefined],
  ])('is not allowed if %s', (violation, operationId, status, body) => {
    expect(validator.findResponseViolation(operationId, status, body)).toBe(violation)
  })

  it('is not allowed if it does not fit the schema, and its values are not repeated', () => {
    const violation = validator.findResponseViolation('login', 200, { ...session, accessToken: 4711, secret: 'canary' })
    expect(violation).toMatch(/\/response\/\S+ must /)
    expect(violation).not.toMatch(/4711|canary"/)
  })

  it('of an operation that is not known is not allowed', () => {
    expect(validator.findResponseViolation('unknown' as OperationId, 200, {})).toBe('no such status is declared')
  })
})
