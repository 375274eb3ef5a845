/** The page in Vitest's browser mode: MSW's worker answers in place of the service. */
import { createHandlers, scenario } from '@monitoring-service/mock/msw'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { setupWorker } from 'msw/browser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { App } from '../src/App.tsx'
import { services } from '../src/service.ts'

const worker = setupWorker(...createHandlers({ baseUrl: services.server, stateful: true }))
beforeAll(() => worker.start({ quiet: true }))
afterAll(() => worker.stop())

test('after an error, the incident can be resolved', async () => {
  const page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <App />
    </QueryClientProvider>,
  )
  const resolve = page.getByRole('button', { name: 'Resolve: Checkout is slow' })
  await page.getByRole('button', { name: 'Log in' }).click()
  worker.use(scenario('resolveIncident', 'readScopeOnly', { once: true }))
  await resolve.click()
  await expect.element(page.getByText('This needs write scope. Your role can only read.')).toBeVisible()
  await resolve.click()
  await expect.element(page.getByText(/^Resolved at 2/)).toBeVisible()
})
