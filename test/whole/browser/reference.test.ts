/** The API reference in a browser: reading it, and sending requests to server and mock as accounts of the demo. */
import type { Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import { findFlaws, hasChromium, type Options, patience, unless, useBrowser } from '../../support/browser.ts'
import { looksRight } from './look.ts'
import { useSite } from './site.ts'

describe.skipIf(!hasChromium)(`The API reference${unless}`, { timeout: patience }, () => {
  const open = useBrowser()
  const { server, mock, origins } = useSite()

  /** Opens the reference at an operation. */
  async function openOperation(operation: string, options: Partial<Options> = {}): Promise<Page> {
    const page = await open(`${server().url}/docs/#/${operation}`, { origins: origins(), ...options })
    await page.getByRole('button', { name: 'Execute' }).waitFor()
    return page
  }
  const choose = (page: Page, label: string, option: string) =>
    page.getByLabel(label, { exact: true }).selectOption(option)
  /** Sends the request of the form. Returns status and body of the response. */
  async function execute(page: Page): Promise<[status: string, body: string]> {
    await page.getByRole('button', { name: 'Execute' }).click()
    const response = page.locator('.live-responses-table tbody .response').first()
    await response.waitFor()
    const body = response.locator('.response-col_description pre').first()
    return [(await response.locator('.response-col_status').innerText()).trim(), await body.innerText()]
  }

  looksRight('reference', async (options) => {
    const page = await openOperation('Statistics/resetMonitorStats', options)
    await choose(page, 'Send to', mock().url)
    await choose(page, 'as', 'owner@acme.example')
    await page.getByText('Calls as owner@acme.example').waitFor()
    await execute(page)
    return page
  })

  it('sends an operation to server and mock as an account of the demo', async () => {
    const page = await openOperation('Incidents/resolveIncident', { expected: /409 \(Conflict\)/ })
    await choose(page, 'as', 'admin@acme.example')
    await page.getByText('Calls as admin@acme.example').waitFor()
    const [status, body] = await execute(page)
    expect([status, JSON.parse(body).incident.status]).toEqual(['200', 'resolved'])
    await page.getByRole('button', { name: 'Clear' }).click()
    await choose(page, 'Send to', mock().url)
    await page.locator('.parameters').getByLabel('Scenario').selectOption('alreadyResolved')
    const [errorStatus, errorBody] = await execute(page)
    expect([errorStatus, JSON.parse(errorBody).error.code]).toEqual(['409', 'INCIDENT_ALREADY_RESOLVED'])
    expect(await page.locator('.curl').innerText()).toContain(mock().url)
  })

  it('calls as the operator with the admin key, and anonymously', async () => {
    const page = await openOperation('Administration/listDeletionRequests', { expected: /401 \(Unauthorized\)/ })
    await choose(page, 'as', 'operator')
    const [status, body] = await execute(page)
    expect([status, JSON.parse(body).pagination.page]).toEqual(['200', 1])
    await page.getByRole('button', { name: 'Clear' }).click()
    await choose(page, 'as', '')
    expect((await execute(page))[0]).toBe('401')
  })

  it('accepts typed credentials, in a dialog without accessibility violations', async () => {
    const page = await openOperation('Incidents/deleteIncident')
    await page.getByRole('button', { name: 'Authorize', exact: true }).click()
    await page.getByLabel('Value:').first().fill('a-token-of-my-own')
    expect(await findFlaws(page)).toEqual([])
    await page.getByRole('button', { name: 'Close' }).first().click()
  })

  it('shows schemas and their decisions without accessibility violations', async () => {
    const page = await open(`${server().url}/docs/`, { origins: origins() })
    await page.getByRole('button', { name: 'Schemas' }).click()
    const schemas = page.locator('section.models article[data-json-schema-level="0"]')
    for (const name of [/^Email/, /^Session/]) {
      await schemas.filter({ hasText: name }).getByText('Expand all').first().click()
    }
    await page.getByText('Decided (maxLength):').first().waitFor()
    expect(await findFlaws(page)).toEqual([])
  })

  it('logs in again before a token expires', async () => {
    const page = await openOperation('Incidents/deleteIncident', { expected: /404 \(Not Found\)/ })
    let logins = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/login') && request.method() === 'POST') logins += 1
    })
    await page.clock.install()
    await choose(page, 'as', 'owner@acme.example')
    await page.getByText('Calls as owner@acme.example').waitFor()
    await page.getByPlaceholder('id').fill('no-such-incident')
    expect((await execute(page))[0]).toBe('404')
    expect(logins).toBe(1)
    await page.clock.fastForward('14:00')
    await page.getByRole('button', { name: 'Clear' }).click()
    expect((await execute(page))[0]).toBe('404')
    expect(logins).toBe(2)
  })

  it('shows decisions with their reasons, and scenarios by name', async () => {
    const page = await openOperation('Incidents/resolveIncident')
    await page.getByText('Decided (status): ').first().waitFor()
    const text = await page.locator('main').innerText()
    expect(text).toContain('Decided (status): The request is fine, only the state of the incident forbids it.')
    expect(text).not.toContain('OrderedMap')
    const names = await page.locator('.parameters').getByLabel('Scenario').locator('option').allTextContents()
    expect(names).toContain('alreadyResolved: A resolved manual incident')
  })

  it('lists every error code, limit and common header', async () => {
    const page = await openOperation('Incidents/deleteIncident')
    const row = page.getByRole('row', { name: /^AUTO_INCIDENT_NOT_DELETABLE 409 .* deleteIncident$/ })
    expect(await row.count()).toBe(1)
    expect(await page.locator('#limits').innerText()).toMatch(/accessTokenSeconds\s+900\s+Decided: /)
    expect(await page.locator('#headers').innerText()).toContain('X-Request-Id')
  })

  it.each([
    ['about', '#about h2'],
    ['codes', '#codes h2'],
    ['limits', '#limits h2'],
    ['headers', '#headers h2'],
    ['/Incidents/resolveIncident', '#operations-Incidents-resolveIncident'],
  ])('scrolls to #%s on load and at each click, and keeps it below the bar', async (anchor, target) => {
    const page = await open(`${server().url}/docs/#${anchor}`, {
      origins: origins(),
      viewport: { width: 1280, height: 900 },
    })
    const isBelowBar = async () => {
      const bar = await page.locator('.caller').boundingBox()
      const top = (await page.locator(target).boundingBox())?.y ?? -1
      return top >= (bar?.y ?? 0) + (bar?.height ?? 0) && top < 900
    }
    await page.locator('#operations-Accounts-login').waitFor()
    await vi.waitFor(async () => expect(await isBelowBar()).toBe(true), 5_000)
    for (const link of await page.locator(`nav a[href="#${anchor}"]`).all()) {
      for (const _ of ['first', 'second']) {
        await page.evaluate(() => scrollTo(0, 0))
        await link.click()
        await vi.waitFor(async () => expect(await isBelowBar()).toBe(true), 5_000)
      }
    }
    expect(new URL(page.url()).hash).toBe(`#${anchor}`)
  })

  it('can be used by keyboard', async () => {
    const page = await open(`${server().url}/docs/`, { origins: origins() })
    const control = page.locator('#operations-Accounts-login .opblock-summary-control')
    await control.waitFor()
    await page.keyboard.press('Tab')
    expect((await page.locator(':focus').boundingBox())?.width).toBeGreaterThan(50)
    expect(await page.locator(':focus').textContent()).toBe('Skip to the operations')
    await control.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Execute' }).waitFor()
    expect(await page.evaluate(() => location.hash)).toBe('#/Accounts/login')
  })
})
