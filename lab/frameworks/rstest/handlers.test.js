/** The MSW handlers answer in each environment of Rstest: Node, jsdom, happy-dom. */
import { createHandlers, scenario } from '@monitoring-service/mock/msw'
import { createMonitoring } from '@monitoring-service/sdk'
import { afterAll, afterEach, beforeAll, expect, test } from '@rstest/core'
import { setupServer } from 'msw/node'

const baseUrl = 'https://service.example'
const server = setupServer(...createHandlers({ baseUrl }))
const { auth } = createMonitoring({ baseUrl })
const logIn = () => auth.login({ email: 'owner@acme.example', password: 'correct-horse-battery' }).result()

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

test('a client that was made before the server listens', async () => {
  expect((await logIn()).data?.user.role).toBe('owner')
  server.use(scenario('login', 'tooManyAttempts'))
  expect((await logIn()).error?.retryAfter).toBe(900)
})
