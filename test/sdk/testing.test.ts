/** The entry /testing: doubles of calls, without a network. */
import { expect, expectTypeOf, test, vi } from 'vitest'
import type { Incident } from '../../sdk/index.ts'
import { ApiError, ConnectionError, ResponseError } from '../../sdk/index.ts'
import { createTestMonitoring, serviceError } from '../../sdk/testing.ts'
import { errorOf } from './harness.ts'

const incident = { id: 'a', title: 'A drill' } as Incident
const list = ({ page = 1 } = {}) => ({ data: [{ id: `${page}` }], pagination: { page, limit: 1, total: 3 } }) as never

test('A double returns data to a call, with the result and the response of a real one', async () => {
  const resolve = vi.fn((_id: string, _body?: object) => ({ incident }))
  const { incidents, auth } = createTestMonitoring({
    incidents: { resolve, delete: () => {} },
    auth: { signup: () => ({}) as never },
  })
  expect(await incidents.resolve('a', { cause: 'B' })).toEqual({ incident })
  expect(resolve).toHaveBeenCalledExactlyOnceWith('a', { cause: 'B' })
  expect(await incidents.delete('a').result()).toMatchObject({ ok: true, status: 204, data: undefined })
  expect(await auth.signup({ email: '', password: '' }).result()).toMatchObject({ ok: true, status: 201 })
})

test('A double of a list is called for each page', async () => {
  const { admin } = createTestMonitoring({ admin: { deletionRequests: list } })
  const ids: string[] = []
  for await (const { id } of admin.deletionRequests()) ids.push(id)
  expect(ids).toEqual(['1', '2', '3'])
})

const lost = new TypeError('reset')
test.each([
  ['an error of the contract', () => serviceError('INCIDENT_NOT_FOUND'), ApiError, { code: 'INCIDENT_NOT_FOUND' }],
  ['a lost connection, by the TypeError of fetch', () => lost, ConnectionError, { cause: lost }],
])('A double can throw %s', async (_, thrown, kind, fields) => {
  const fail = () => {
    throw thrown()
  }
  const { incidents } = createTestMonitoring({ incidents: { delete: fail } })
  expect(await errorOf<Error>(incidents.delete('a'), kind)).toMatchObject(fields)
  expect(await incidents.delete('a').result()).toMatchObject({ ok: false, error: fields })
})

test('Any other exception of a double passes as it is, such as a failed assertion', async () => {
  const mistake = new Error('expected 1 to be 2')
  const fail = () => {
    throw mistake
  }
  await expect(
    createTestMonitoring({ incidents: { delete: fail } })
      .incidents.delete('a')
      .result(),
  ).rejects.toBe(mistake)
})

test('Doubles need no fetch and no Response, which Jest with jsdom does not have', async () => {
  for (const name of ['Response', 'Request', 'fetch']) vi.stubGlobal(name, undefined)
  const limit = () => {
    throw serviceError('RATE_LIMITED', { retryAfter: 7 })
  }
  const { auth, incidents } = createTestMonitoring({ incidents: { delete: () => {} }, auth: { login: limit } })
  expect(await incidents.delete('a').result()).toMatchObject({ ok: true, status: 204 })
  const error = await errorOf(auth.login({ email: '', password: '' }), ApiError)
  expect(error).toMatchObject({ code: 'RATE_LIMITED', status: 429, retryAfter: 7 })
  expect(error.detail).not.toHaveProperty('retryAfter')
})

test('A function without a double fails, and options are those of a client', async () => {
  const { auth, incidents } = createTestMonitoring(
    { incidents: { resolve: () => ({ incident }) } },
    { validate: () => 'no' },
  )
  const error = await errorOf(auth.login({ email: '', password: '' }), Error)
  expect(error.message).toBe('there is no double of auth.login')
  await errorOf(incidents.resolve('a'), ResponseError)
  await errorOf(incidents.resolve('..'), TypeError)
})

test('The types of doubles and errors are those of the contract', () => {
  expectTypeOf(serviceError).parameter(0).toExtend<string>()
  const compiled = () => [
    serviceError('PLAN_UPGRADE_REQUIRED', { upgradeUrl: 'https://a.example' }),
    serviceError('PLAN_UPGRADE_REQUIRED', { upgradeUrl: 'https://a.example', retryAfter: 1 }),
    // @ts-expect-error seconds are a number
    serviceError('RATE_LIMITED', { retryAfter: '7' }),
    // @ts-expect-error the code requires a field
    serviceError('PLAN_UPGRADE_REQUIRED'),
    // @ts-expect-error no such code
    serviceError('NO_SUCH_CODE'),
    // @ts-expect-error no such data
    createTestMonitoring({ incidents: { resolve: () => ({ title: '' }) } }),
  ]
  expect(compiled).toBeTypeOf('function')
})
