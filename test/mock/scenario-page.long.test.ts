/** The scenario page in Chromium: filter, copy and renewal, by mouse and keyboard, without external resources. */
import { STATUS_CODES } from 'node:http'
import { scenarios } from '@monitoring-service/contract'
import { createMock, type Mock } from '@monitoring-service/mock'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, type Options, patience, unless, useBrowser } from '../support/browser.ts'

describe.skipIf(!hasChromium)(`The scenario page${unless}`, { timeout: patience }, () => {
  const openPage = useBrowser()
  let mock: Mock
  beforeAll(async () => {
    mock = await createMock()
  })
  afterAll(() => mock.close(0))
  const open = (options: Partial<Options> = {}) => openPage(mock.scenariosUrl, { origins: [mock.url], ...options })
  const rows = (page: Page) => page.locator('article:visible')
  const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

  it('shows the scenarios with all words of the filter, and their number', async () => {
    const page = await open()
    expect(await page.getByRole('status').first().textContent()).toBe(`${scenarios.length} scenarios`)
    const filter = page.getByRole('search').getByLabel('Filter')
    await filter.fill('resolveIncident 409')
    expect(await rows(page).locator('h3').allTextContents()).toEqual(['alreadyResolved', 'alreadyResolvedAuto'])
    expect(await page.locator('section:visible').count()).toBe(1)
    expect(await page.locator('output').textContent()).toBe(`2 of ${scenarios.length} scenarios`)
    expect(await page.getByText('No scenario').isVisible()).toBe(false)
    await filter.fill('no such words')
    expect(await rows(page).count()).toBe(0)
    expect(await page.getByText('No scenario has all these words.').isVisible()).toBe(true)
    await filter.clear()
    expect(await rows(page).count()).toBe(scenarios.length)
  })

  it('shows the response of each scenario below its command line', async () => {
    const shown = await (await open()).locator('details > pre + pre').allTextContents()
    const responses = shown.map((text) => [text.split('\n', 1)[0], text.slice(text.indexOf('\n') + 1)])
    expect(responses).toEqual(
      scenarios.map(({ status, response }) => {
        const line = `${status} ${STATUS_CODES[status]}`
        return [line, response === undefined ? line : JSON.stringify(response, null, 2)]
      }),
    )
  })

  it('keeps the filter in the address, so that it can be shared', async () => {
    const page = await open()
    const filter = page.getByLabel('Filter')
    const address = () => page.evaluate(() => location.href)
    await filter.fill('409 resolve & %')
    const link = await address()
    await filter.fill('409 resolveIncident')
    expect(new URL(await address()).hash).toBe('#q=409+resolveIncident')
    await page.goto(link)
    await expect.poll(() => filter.inputValue()).toBe('409 resolve & %')
    expect(await rows(page).count()).toBe(0)
    await page.reload()
    expect(await filter.inputValue()).toBe('409 resolve & %')
    await filter.clear()
    expect(new URL(await address()).hash).toBe('')
  })

  it('shows the target of a link that the filter hides', async () => {
    const page = await open()
    await page.getByLabel('Filter').fill('409 resolveIncident')
    await page.getByRole('link', { name: 'alreadyResolved', exact: true }).click()
    await page.locator('article:target').waitFor()
    expect(await rows(page).count()).toBe(2)
    await page.getByRole('link', { name: 'POST /auth/login' }).click()
    await page.locator('section:target h2').waitFor()
    expect(await rows(page).count()).toBe(scenarios.length)
  })

  it('copies a command line by keyboard', async () => {
    const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByLabel('Filter').fill('auth/login 200')
    const row = rows(page).first()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await row.getByText('Copied').waitFor()
    expect(await clipboard(page)).toBe(await row.locator('code').textContent())
    await row.locator('summary').click()
    expect(await row.locator('code').isVisible()).toBe(true)
    expect(await row.locator('samp').innerText()).toMatch(/^200 OK\n\{\n {2}"user": \{\n {4}"id":/)
  })

  it('selects the command line if the browser forbids copying', async () => {
    const page = await open({ permissions: [] })
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
    })
    const row = rows(page).first()
    await row.getByRole('button').click()
    await row.locator('code').waitFor()
    const line = await row.locator('code').textContent()
    expect(await page.evaluate(() => String(getSelection()))).toBe(line)
  })

  it('renews the tokens in the command lines before they expire', async () => {
    const page = await open()
    await page.clock.install()
    await page.reload()
    const line = page.locator('[id="resolveIncident.resolveAuto"] code')
    const first = (await line.textContent()) ?? ''
    await page.clock.fastForward('10:00')
    await expect.poll(() => line.textContent()).not.toBe(first)
    expect(await line.textContent()).toContain(first.slice(0, first.indexOf('Bearer')))
  })
})
