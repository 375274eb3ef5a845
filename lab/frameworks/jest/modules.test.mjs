/**
 * ES modules, with MSW in jsdom.
 * @jest-environment jest-fixed-jsdom
 */
import { createHandlers } from '@monitoring-service/mock/msw'
import { ApiError, createMonitoring } from '@monitoring-service/sdk'
import { setupServer } from 'msw/node'

const baseUrl = 'https://api.example'
const server = setupServer(...createHandlers({ baseUrl }))
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

test('a wrong password is an ApiError', async () => {
  const call = createMonitoring({ baseUrl }).auth.login({ email: 'owner@acme.example', password: 'another one' })
  await expect(call).rejects.toBeInstanceOf(ApiError)
})
