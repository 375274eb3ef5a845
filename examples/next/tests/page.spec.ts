/** The page in Playwright: with a running mock, and with MSW. */
import { connectMock } from '@monitoring-service/mock/client'
import { expect, type Page, test } from '@playwright/test'

const mock = connectMock('http://127.0.0.1:4010')
test.beforeEach(() => mock.reset())

async function resolve(page: Page, message: string | RegExp) {
  await page.getByRole('button').click()
  await expect(page.getByRole('status')).toHaveText(message)
}

const already = 'This incident is resolved already and cannot be changed.'

test('the mock decides the next answer', async ({ page }) => {
  await page.goto('http://localhost:3001')
  await mock.next('resolveIncident', 'readScopeOnly')
  await resolve(page, 'This needs write scope. Your role can only read.')
  await resolve(page, /^Resolved at 2/)
  await resolve(page, already)
  expect(await mock.calls('resolveIncident')).toHaveLength(3)
})

test('MSW answers in the process of Next', async ({ page }) => {
  await page.goto('http://localhost:3002')
  await resolve(page, /^Resolved at 2/)
  await resolve(page, already)
})
