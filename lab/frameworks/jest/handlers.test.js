/**
 * CommonJS, with MSW in jsdom.
 * @jest-environment jest-fixed-jsdom
 */
const { calls, createHandlers, scenario } = require('@monitoring-service/mock/msw')
const { createMonitoring } = require('@monitoring-service/sdk')
const { default: axios } = require('axios')
const { setupServer } = require('msw/node')

const baseUrl = 'https://api.example'
const owner = { email: 'owner@acme.example', password: 'correct-horse-battery' }
const server = setupServer(...createHandlers({ baseUrl }))
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

test('the SDK gets what the handlers were told', async () => {
  server.use(scenario('login', 'tooManyAttempts', { once: true }))
  const { auth } = createMonitoring({ baseUrl })
  expect(await auth.login(owner).result()).toMatchObject({ status: 429, error: { retryAfter: 900 } })
  expect((await auth.login(owner)).user.role).toBe('owner')
  expect(calls('login')).toHaveLength(2)
})

test('axios gets it by XMLHttpRequest, after a preflight', async () => {
  const { data } = await axios.post(`${baseUrl}/auth/login`, owner)
  expect(data.user.role).toBe('owner')
})
