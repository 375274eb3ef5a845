/** A mock with memory answers sequences of requests as the server does, and forgets on request. */
import { demo } from '@monitoring-service/contract'
import { createMock, type Mock } from '@monitoring-service/mock'
import { connectMock } from '@monitoring-service/mock/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transmit } from '../support/raw-http.ts'
import { ids } from '../support/server.ts'
import { runSequences } from '../whole/fuzz/sequences.ts'
import { credentialHeaders } from './send.ts'

let mock: Mock
beforeAll(async () => {
  mock = await createMock({ stateful: true })
})
afterAll(() => mock.close(0))

async function call(method: string, path: string, body?: unknown, session = 'own', caller = 'admin@acme.example') {
  const headers = { ...(await credentialHeaders(caller)), 'mock-session': session }
  return (await transmit(mock.url, method, path, headers, body)).statusLine
}
const path = `/api/v1/incidents/${ids.manual}`

it('remembers what was done, in each session for itself, until reset', async () => {
  expect(await call('PUT', `${path}/resolve`)).toBe('200')
  expect(await call('PUT', `${path}/resolve`)).toBe('409 INCIDENT_ALREADY_RESOLVED')
  expect(await call('PUT', `${path}/resolve`, undefined, 'other')).toBe('200')
  expect(await call('DELETE', path)).toBe('204')
  expect(await call('DELETE', path)).toBe('404 INCIDENT_NOT_FOUND')
  await connectMock(mock.url, { session: 'own' }).reset()
  expect(await call('DELETE', path)).toBe('204')
})

it('knows users who have signed up', async () => {
  const credentials = { email: 'grace@navy.example', password: 'any password' }
  const post = (path: string, body: object) => transmit(mock.url, 'POST', path, { 'mock-session': 'signup' }, body)
  expect((await post('/auth/signup', credentials)).statusLine).toBe('201')
  expect((await post('/auth/signup', credentials)).statusLine).toBe('409 EMAIL_ALREADY_REGISTERED')
  expect((await post('/auth/login', credentials)).statusLine).toBe('200')
  expect((await post('/auth/login', { ...credentials, password: demo.password })).statusLine).toBe(
    '401 INVALID_CREDENTIALS',
  )
})

it('answers 40 random sequences of requests as the server does', async () => {
  expect(await runSequences({ count: 40, seed: 1 })).toBeUndefined()
}, 60_000)
