/** The mock rejects invalid requests with the server's errors, in the server's order. */
import { createMock, type Mock } from '@monitoring-service/mock'
import { credentialsOf } from '@monitoring-service/mock/credentials'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wrongTwice } from '../server/wrong-twice.ts'
import { transmit } from '../support/raw-http.ts'
import { sendUsual } from './send.ts'

let mock: Mock
beforeAll(async () => {
  mock = await createMock()
})
afterAll(() => mock.close(0))

it.each([
  [
    'malformed JSON',
    'POST',
    '/auth/login',
    { 'content-type': 'application/json' },
    '{"email":',
    '400 VALIDATION_ERROR',
  ],
  ['a lone percent sign', 'DELETE', '/api/v1/incidents/%', {}, undefined, '400 VALIDATION_ERROR'],
  ['an invalid Accept', 'DELETE', '/api/v1/incidents/x', { accept: 'garbage' }, undefined, '401 UNAUTHENTICATED'],
  ['an invalid Content-Type', 'POST', '/auth/login', { 'content-type': 'garbage' }, '{}', '415 UNSUPPORTED_MEDIA_TYPE'],
  ['a path of slashes', 'GET', '//', {}, undefined, '404 NOT_FOUND'],
  ['HEAD on a path without GET', 'HEAD', '/auth/login', {}, undefined, '405'],
] as const)('rejects %s and keeps running', async (_, method, path, headers, body, statusLine) => {
  const response = await transmit(mock.url, method, path, headers, body)
  expect(response.statusLine).toBe(statusLine)
  if (method !== 'HEAD') expect(Object.keys(response.body.error ?? {}).sort()).toEqual(['code', 'message', 'status'])
  expect((await sendUsual(mock.url, 'login')).statusLine).toBe('200')
})

it.each(wrongTwice)('%s comes before %s: %s %s', async (_, __, method, path, { as, headers, body }, statusLine) => {
  const token = as && (await credentialsOf({ caller: as, credential: 'valid' }, new Date())).token
  const authorization = token && { authorization: `Bearer ${token}` }
  const response = await transmit(mock.url, method, path, { ...authorization, ...headers }, body)
  expect(response.statusLine).toBe(statusLine)
})
