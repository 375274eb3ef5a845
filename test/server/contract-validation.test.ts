/** Responses that the contract does not declare are not sent; every declared one is. */
import { contract, type ErrorCode, errors, type OperationId, operations } from '@monitoring-service/contract'
import { validators } from '@monitoring-service/contract/validators'
import { ApiError, createValidator, type ParsedRequest } from '@monitoring-service/http'
import { listen } from '@monitoring-service/http/node'
import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest'
import { respond, toDeclaredError } from '../../server/http/contract-validation.ts'
import { requestStateIn, requestStateOf, setRequestState } from '../../server/http/request-state.ts'
import type { AnyOutput, OutputOf, QueryOf } from '../../server/operation-types.ts'
import { ids, useServer } from '../support/server.ts'

const server = useServer()

describe('An undeclared error response becomes a logged 500:', () => {
  it.each([
    ['a code of another operation', 'findMember', { refuses: 'WRONG_PASSWORD' }, /403: .*\/error\/code/],
    ['an undeclared status', 'changeIncident', { refuses: 'RATE_LIMITED' }, /429: no such status is declared/],
    [
      'an undeclared field, even of a 503',
      'changeIncident',
      { refuses: 'UNAVAILABLE', upgradeUrl: 'https://example.com' },
      /503: .*upgradeUrl/,
    ],
  ] as const)('%s', async (_, method, replacement, cause) => {
    await server.replace(method, replacement)
    const path = `/api/v1/incidents/${ids.manual}/resolve`
    expect((await server.send('PUT', path, { as: 'member@acme.example' })).statusLine).toBe('500 INTERNAL_ERROR')
    const [report] = await server.reports()
    expect(report?.cause).toMatch(new RegExp(`resolveIncident must not respond with this ${cause.source}`))
  })
})

it.each([Number.POSITIVE_INFINITY, Number.NaN])(
  'A response with the number %s is invalid',
  { tags: ['P24'] },
  (page) => {
    const body = { data: [], pagination: { page, limit: 20, total: 0 } }
    expect(createValidator().findResponseViolation('listDeletionRequests', 200, body)).toMatch(/pagination\/page/)
  },
)

it.each(Object.keys(errors) as ErrorCode[])('%s is valid for each operation that declares it', (code) => {
  const declaring = Object.entries(operations).filter(([, { responses }]) =>
    Object.values<readonly string[]>(responses).some((codes) => codes.includes(code)),
  )
  const error = new ApiError(code, code === 'PLAN_UPGRADE_REQUIRED' ? { upgradeUrl: 'https://example.com/up' } : {})
  expect(declaring).not.toEqual([])
  for (const [operationId] of declaring) expect(toDeclaredError(error, operationId as OperationId)).toBe(error)
  expect(toDeclaredError(error)).toBe(error)
})

describe('An operation may return any success status that its contract declares', () => {
  /** Our contract, but `deleteIncident` responds with 202, with or without a body. */
  function validatorOf(schema: ((body: unknown) => boolean) | undefined) {
    const operation = { ...contract.operations.deleteIncident, responses: { '202': [] } }
    const responses = schema ? { '202': schema } : {}
    return createValidator({ operations: { ...contract.operations, deleteIncident: operation } as never }, {
      ...validators,
      deleteIncident: { ...validators.deleteIncident, responses },
    } as never)
  }

  async function send(result: AnyOutput, schema?: (body: unknown) => boolean): Promise<Response> {
    const { url, close } = await listen((_request, response) => {
      try {
        respond(response, 'deleteIncident', result, validatorOf(schema))
      } catch (error) {
        response.writeHead(500).end(String((error as Error).cause))
      }
    }, 0)
    onTestFinished(() => close(0))
    return fetch(url)
  }

  it('202 without a body', async () => {
    const response = await send({ status: 202 })
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([202, null, ''])
  })

  it.each([{ jobId: 'x' }, [], null, false, 0, ''])('202 with the body %j', async (body) => {
    const response = await send({ status: 202, body }, () => true)
    expect([response.status, response.headers.get('content-type')]).toEqual([202, 'application/json; charset=utf-8'])
    expect(await response.json()).toEqual(body)
  })

  it('but no other', async () => {
    const response = await send({ status: 204 })
    expect([response.status, await response.text()]).toEqual([500, expect.stringMatching(/204: no such status/)])
  })

  it('by the type of its result, which has a body where one is declared', () => {
    type Json<Body> = { content: { 'application/json': Body } }
    type Responses = { 200: Json<{ id: string }>; 202: { content?: never }; 206: Json<string[]>; 404: Json<object> }
    expectTypeOf<OutputOf<Responses>>().toEqualTypeOf<
      { status: 200; body: { id: string } } | { status: 202 } | { status: 206; body: string[] }
    >()
  })

  it('and gets each query parameter that has a default, by its own type', () => {
    type Query = QueryOf<{ sort?: 'asc' | 'desc'; page?: number; all?: boolean }, { sort: 'asc'; page: 1 }>
    expectTypeOf<Query['sort']>().toEqualTypeOf<'asc' | 'desc'>()
    expectTypeOf<Query['page']>().toEqualTypeOf<number>()
    expectTypeOf<Query['all']>().toEqualTypeOf<boolean | undefined>()
  })
})

it('A request that was not parsed has no state, and reaches no step that needs one', { tags: ['P54'] }, () => {
  const request = {}
  expect(requestStateIn(request)).toBeUndefined()
  expect(() => requestStateOf(request)).toThrow('the request was not parsed')
  setRequestState(request, { operationId: 'login' } as ParsedRequest)
  requestStateOf(request).identified('ann')
  expect(requestStateIn(request)).toMatchObject({ operationId: 'login', accountId: 'ann' })
})
