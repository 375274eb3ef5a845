/** The handlers answer the SDK, XMLHttpRequest and axios, whose preflights DOM environments send. */
import { calls, createHandlers, fault, resetCalls, scenario } from '@monitoring-service/mock/msw'
import { createMonitoring } from '@monitoring-service/sdk'
import axios from 'axios'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

const baseUrl = 'https://api.example'
const owner = { email: 'owner@acme.example', password: 'correct-horse-battery' }
const server = setupServer(...createHandlers({ baseUrl, stateful: true }))
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  server.resetHandlers()
  resetCalls()
})
afterAll(() => server.close())

let token
const client = (options) => createMonitoring({ baseUrl, maxRetries: 0, session: { token: () => token }, ...options })

test('log in, resolve, delete', async () => {
  const { auth, incidents } = client()
  const login = await auth.login(owner)
  token = login.accessToken
  expect((await incidents.resolve('01J0000000000001NC1DENT001')).incident.status).toBe('resolved')
  expect(await incidents.delete('01J0000000000001NC1DENT003').result()).toMatchObject({ status: 204 })
  expect(calls().map(({ status }) => status)).toEqual([200, 200, 204])
})

test('scenarios and faults', async () => {
  const outcome = () => client({ timeout: 300 }).auth.login(owner).result()
  server.use(scenario('login', 'tooManyAttempts'))
  expect((await outcome()).error.retryAfter).toBe(900)
  for (const [kind, name] of [
    ['reset', 'ConnectionError'],
    ['half', 'ConnectionError'],
    ['garbage', 'ResponseError'],
    ['hang', 'TimeoutError'],
  ]) {
    server.use(fault('login', kind))
    expect((await outcome()).error.name, kind).toBe(name)
  }
})

test.skipIf(!globalThis.XMLHttpRequest)('XMLHttpRequest', async () => {
  const request = new XMLHttpRequest()
  request.open('POST', `${baseUrl}/auth/login`)
  request.setRequestHeader('Content-Type', 'application/json')
  request.setRequestHeader('X-Request-Id', 'by-xhr')
  const loaded = new Promise((resolve) => request.addEventListener('loadend', resolve))
  request.send(JSON.stringify(owner))
  await loaded
  expect([request.status, request.getResponseHeader('x-request-id')]).toEqual([200, 'by-xhr'])
})

test('axios', async () => {
  expect((await axios.post(`${baseUrl}/auth/login`, owner)).data.user.role).toBe('owner')
  server.use(scenario('login', 'tooManyAttempts'))
  const { response } = await axios.post(`${baseUrl}/auth/login`, owner).catch((error) => error)
  expect([response.status, `${response.headers['retry-after']}`]).toEqual([429, '900'])
})
