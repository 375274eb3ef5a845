/** The SDK has the operations, inputs, responses and types of the contract. */
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { errors, OperationId } from '../../contract/index.ts'
import { operations, scenarios } from '../../contract/index.ts'
import type {
  AccountDeletion,
  DeletionRequestPage,
  Incident,
  KnownErrorDetail,
  Monitoring,
  Session,
  StatsReset,
} from '../../sdk/index.ts'
import { ApiError } from '../../sdk/index.ts'
import { adminKey, client, errorBody, errorOf, functionsByOperation, sendJson, serve, token } from './harness.ts'

describe('the contract', () => {
  test('has the same operations as the client', async () => {
    const { baseUrl } = await serve((response) => sendJson(response, 500, errorBody(500, 'INTERNAL_ERROR')))
    expect(Object.keys(await functionsByOperation(client(baseUrl))).sort()).toEqual(Object.keys(operations).sort())
  })

  test.each(Object.keys(operations) as OperationId[])('determines the requests of %s and its results', async (id) => {
    let answer: [number, unknown] = [500, errorBody(500, 'INTERNAL_ERROR')]
    const server = await serve((response) =>
      answer[0] === 204 ? response.writeHead(204).end() : sendJson(response, ...answer),
    )
    const call = (await functionsByOperation(client(server.baseUrl)))[id]
    const mine = scenarios.filter((scenario) => scenario.operationId === id)
    expect(mine.length).toBeGreaterThan(10)
    for (const { path, query, body, status, code, response: value } of mine) {
      answer = [status, value]
      const input = operations[id].body === null ? query : body
      const outcome = call?.(...Object.values(path), input)
      if (!outcome) expect.fail()
      if (code === undefined) expect(await outcome).toEqual(value)
      else
        expect(await errorOf(outcome, ApiError)).toMatchObject({
          code,
          status,
          detail: (value as { error: object }).error,
        })

      const sent = server.seen.at(-1)
      const target = new URL(sent?.url ?? '', server.baseUrl)
      const filled = operations[id].path.replace('{id}', encodeURIComponent(path.id ?? ''))
      expect([sent?.method, target.pathname]).toEqual([operations[id].method, filled])
      const strings = Object.entries(query).map(([name, parameter]) => [name, String(parameter)])
      expect([...target.searchParams]).toEqual(strings)
      expect(sent?.body).toBe(body === undefined ? '' : JSON.stringify(body))
      expect(sent?.headers['content-type']).toBe(body === undefined ? undefined : 'application/json')
      const scheme = operations[id].security?.scheme
      expect(sent?.headers.authorization).toBe(scheme === 'bearerAuth' ? `Bearer ${token}` : undefined)
      expect(sent?.headers['x-admin-api-key']).toBe(scheme === 'adminApiKey' ? adminKey : undefined)
    }
  })

  test('determines the types', () => {
    type Returned<
      Group extends keyof Monitoring,
      Name extends keyof Monitoring[Group],
    > = Monitoring[Group][Name] extends (...input: never[]) => Promise<infer Data> ? Data : never
    expectTypeOf<Returned<'auth', 'signup'>>().toEqualTypeOf<Session>()
    expectTypeOf<Returned<'auth', 'login'>>().toEqualTypeOf<Session>()
    expectTypeOf<Returned<'incidents', 'resolve'>>().toEqualTypeOf<{ incident: Incident }>()
    expectTypeOf<Returned<'incidents', 'delete'>>().toEqualTypeOf<void>()
    expectTypeOf<Returned<'account', 'scheduleDeletion'>>().toEqualTypeOf<AccountDeletion>()
    expectTypeOf<Returned<'admin', 'deletionRequests'>>().toEqualTypeOf<DeletionRequestPage>()
    expectTypeOf<Returned<'services', 'resetStats'>>().toEqualTypeOf<StatsReset>()
    expectTypeOf<Returned<'monitors', 'resetStats'>>().toEqualTypeOf<StatsReset>()
    expectTypeOf<Incident['cause']>().toEqualTypeOf<string | null>()
    expectTypeOf<KnownErrorDetail['code']>().toEqualTypeOf<keyof typeof errors>()
  })
})
