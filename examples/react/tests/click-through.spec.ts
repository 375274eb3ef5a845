/** The page in Playwright, against a running mock with memory. */
import { connectMock, type MockControl } from '@monitoring-service/mock/client'
import { test as base, expect, type Page } from '@playwright/test'

/** Each test has a session, so that it sees neither changes nor orders of the others. */
const test = base.extend<{ mock: MockControl }>({
  mock: async ({ context }, use, { testId }) => {
    await context.setExtraHTTPHeaders({ 'Mock-Session': testId })
    await use(connectMock('http://127.0.0.1:4010', { session: testId }))
  },
})

test.beforeEach(async ({ page, mock }) => {
  await mock.reset()
  await page.goto('/')
})

const resolve = (page: Page) => page.getByRole('button', { name: 'Resolve: Checkout is slow' }).click()

async function logIn(page: Page) {
  await page.getByRole('radio', { name: 'the mock' }).check()
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('a resolved incident stays resolved', async ({ page, mock }) => {
  for (const message of [/^Resolved at 2/, 'This incident is resolved already and cannot be changed.']) {
    await logIn(page)
    await resolve(page)
    await expect(page.getByText(message)).toBeVisible()
    await page.reload()
  }
  const calls = await mock.calls('resolveIncident')
  expect(calls.map(({ status }) => status)).toEqual([200, 409])
})

test('after an error, the incident can be resolved', async ({ page, mock }) => {
  await mock.next('resolveIncident', 'readScopeOnly')
  await logIn(page)
  await resolve(page)
  await expect(page.getByText('This needs write scope. Your role can only read.')).toBeVisible()
  await resolve(page)
  await expect(page.getByText(/^Resolved at 2/)).toBeVisible()
})
