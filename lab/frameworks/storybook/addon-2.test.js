/** msw-storybook-addon 2: handlers are parameters, which Storybook merges, the preview's before the story's. */
import { createHandlers, scenario } from '@monitoring-service/mock/msw'
import { initialize, mswLoader } from 'msw-storybook-addon'
import { combineParameters } from 'storybook/preview-api'
import { afterAll, expect, test } from 'vitest'
import { baseUrl, logIn } from './log-in.js'

const server = initialize({ onUnhandledRequest: 'error' })
afterAll(() => server.close())

const preview = { msw: { handlers: { story: [], service: createHandlers({ baseUrl }) } } }
const refused = { msw: { handlers: { story: [scenario('login', 'tooManyAttempts')] } } }

test("a story's group, which the preview names first, wins, and only in its story", async () => {
  await mswLoader({ parameters: combineParameters(preview, refused) })
  expect(await logIn()).toBe(429)
  await mswLoader({ parameters: combineParameters(preview, {}) })
  expect(await logIn()).toBe(200)
})
