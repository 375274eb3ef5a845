/** msw-storybook-addon 3: handlers of the preview's beforeEach, then of the story's; or, as in version 2, parameters. */
import { createHandlers, scenario } from '@monitoring-service/mock/msw'
import { setupServer } from 'msw/node'
import addonMsw from 'msw-storybook-addon'
import { mswLoader } from 'msw-storybook-addon/csf3'
import { combineParameters } from 'storybook/preview-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { baseUrl, logIn } from './log-in.js'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

test("a story's beforeEach wins over the preview's, and only in its story", async () => {
  const { beforeEach: begin } = addonMsw(() => server)
  const context = {}
  const end = await begin(context)
  context.msw.use(...createHandlers({ baseUrl }))
  context.msw.use(scenario('login', 'tooManyAttempts'))
  expect(await logIn()).toBe(429)
  end()
  context.msw.use(...createHandlers({ baseUrl }))
  expect(await logIn()).toBe(200)
})

test("with parameters, a story's group, which the preview names first, wins", async () => {
  const preview = { msw: { handlers: { story: [], service: createHandlers({ baseUrl }) } } }
  const refused = { msw: { handlers: { story: [scenario('login', 'tooManyAttempts')] } } }
  await mswLoader(() => server)({ parameters: combineParameters(preview, refused) })
  expect(await logIn()).toBe(429)
})
