/** The responses that the validators accept and reject. */
import { describe, expect, test } from 'vitest'
import { operations, scenarios } from '../../contract/index.ts'
import { ApiError, ResponseError } from '../../sdk/index.ts'
import { validate } from '../../sdk/validators.ts'
import { client, credentials, errorOf, respondWithError, respondWithJson, serve, serveSequence } from './harness.ts'

describe('the validators', () => {
  const { response } = scenarios.find(({ operationId, status }) => operationId === 'login' && status === 200) ?? {}
  const session = response as { user: object }
  const judge = async (body: unknown) =>
    client((await serve(respondWithJson(body))).baseUrl, { validate }).auth.login(credentials)

  test('accept every success of the contract', () => {
    const successes = scenarios.filter(({ code }) => code === undefined)
    expect(successes.length).toBeGreaterThan(8)
    for (const { operationId, response } of successes) {
      const { method, path } = operations[operationId]
      expect(validate({ method, path }, response)).toBeUndefined()
    }
  })

  test('throw a ResponseError for a field of a wrong type, with its path and without its value', async () => {
    const error = await errorOf(
      judge({ ...session, user: { ...session.user, email: [credentials.password] } }),
      ResponseError,
    )
    expect(error.message).toBe('POST /auth/login: 200 is wrong: user.email must be string')
    expect(error.status).toBe(200)
    const missing = await errorOf(judge({}), ResponseError)
    expect(missing.message).toMatch(/is wrong: user must be /)
    expect((await errorOf(judge([]), ResponseError)).message).toMatch(/is wrong: /)
  })

  test('accept unknown fields and an unknown role, and return them', async () => {
    const body = { ...session, user: { ...session.user, role: 'astronaut', extra: 1 }, more: [1] }
    expect(await judge(body)).toEqual(body)
  })

  test('accept a timestamp with an offset', async () => {
    const page = scenarios.find(({ operationId, status }) => operationId === 'listDeletionRequests' && status === 200)
    const { data, pagination } = (page ?? expect.fail()).response as { data: object[]; pagination: object }
    const at = (deletionRequestedAt: string) => ({ data: [{ ...data[0], deletionRequestedAt }], pagination })
    const call = { method: 'GET', path: '/admin/deletion-requests' }
    for (const time of ['2025-01-31T12:00:00Z', '2025-01-31T12:00:00.5+02:00', '2025-01-31T12:00:00.123-05:30']) {
      expect(validate(call, at(time))).toBeUndefined()
    }
    expect(validate(call, at('yesterday'))).toMatch(/^data\.0\.deletionRequestedAt must be /)
  })

  test('skip errors and responses without content', async () => {
    const { baseUrl } = await serveSequence(respondWithError(404), (to) => to.writeHead(204).end())
    const api = client(baseUrl, { validate })
    await errorOf(api.incidents.delete('id'), ApiError)
    expect(await api.incidents.delete('id')).toBeUndefined()
  })
})
