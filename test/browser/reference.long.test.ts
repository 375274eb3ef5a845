/** The API reference in a browser: reading it, and sending requests to server and mock as accounts of the demo. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import { hasChromium, type Options, patience, unless, useBrowser } from '../support/browser.ts'
import { looksRight } from './look.ts'
import { useSite } from './site.ts'

describe.skipIf(!hasChromium)(`The API reference${unless}`, { timeout: patience }, () => {
  const open = useBrowser()
  const { server, mock, origins } = useSite()

  /** Opens the reference at an element; `panel` is that of the operation. */
  async function openAt(anchor: string, options: Partial<Options> = {}) {
    const page = await open(`${server().url}/docs/#${anchor}`, { origins: origins(), ...options })
    await page.locator('html[data-ready]').waitFor()
    return { page, panel: page.locator(`.panel[data-operation="${anchor.split('.')[0]}"]`) }
  }
  const choose = (page: Page, label: string, option: string) =>
    page.getByLabel(label, { exact: true }).selectOption(option)
  /** Sends the request of a panel. Returns status and body of the response. */
  async function send(panel: Locator): Promise<[status: string, body: { error?: { code: string } }]> {
    await panel.getByRole('tab', { name: 'Send' }).click()
    await panel.getByRole('button', { name: 'Send' }).click()
    await panel.getByText('Response of').waitFor()
    const [status, body] = await Promise.all(['.answer b', '.response'].map((part) => panel.locator(part).innerText()))
    return [status?.slice(0, 3) ?? '', JSON.parse(body || '{}')]
  }

  looksRight('reference', async (options) => {
    const { page, panel } = await openAt('resetMonitorStats', { ...options, expected: /401 \(Unauthorized\)/ })
    await choose(page, 'Send to', mock().url)
    await choose(page, 'as', 'token')
    await send(panel)
    await page.getByLabel('Search').fill('deleted')
    await page.locator('#resetMonitorStats summary').first().click()
    return page
  })

  it.each([1280, 390])('shifts nothing while it loads at %i pixels, and loads less than 66 kB', async (width) => {
    const page = await open('about:blank', { origins: origins(), viewport: { width, height: 900 } })
    let bytes = 0
    page.on('response', async (response) => {
      bytes += (await response.request().sizes()).responseBodySize
    })
    await page.addInitScript(() => {
      const total = Object.assign(window, { shift: 0 })
      const add = (list: PerformanceObserverEntryList) => {
        for (const entry of list.getEntries()) total.shift += (entry as PerformanceEntry & { value: number }).value
      }
      new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(`${server().url}/docs/`, { waitUntil: 'networkidle' })
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.01)
    expect(bytes).toBeLessThan(66_000)
  })

  it.each([
    [1440, 900],
    [1280, 800],
  ])(
    'shows each operation on one screen of %i by %i pixels, below the bar, with its details folded',
    async (width, height) => {
      const { page } = await openAt('', { viewport: { width, height } })
      for (const section of await page.locator('section.operation').all()) {
        const id = await section.getAttribute('id')
        for (const part of ['.endpoint', '.responses', '.panel'])
          expect([id, await section.locator(part).isVisible()]).toEqual([id, true])
        await page.goto(`${server().url}/docs/#${id}`)
        const [bar, box] = await Promise.all(['header', `#${id}`].map((part) => page.locator(part).boundingBox()))
        expect.soft((box?.height ?? 0) + (bar?.height ?? 0), id ?? '').toBeLessThanOrEqual(height)
      }
    },
  )

  it('sends an operation to server and mock as the caller of the scenario', async () => {
    const { page, panel } = await openAt('resolveIncident', { expected: /409 \(Conflict\)/ })
    expect(await send(panel)).toEqual(['200', { incident: expect.objectContaining({ status: 'resolved' }) }])
    await choose(page, 'Send to', mock().url)
    await panel.getByLabel('Scenario').selectOption('alreadyResolved')
    expect(await panel.locator('.answer').innerText()).toMatch(/Example response\s+409/)
    const [status, { error }] = await send(panel)
    expect([status, error?.code]).toEqual(['409', 'INCIDENT_ALREADY_RESOLVED'])
    await panel.getByRole('tab', { name: 'curl' }).click()
    expect(await panel.getByRole('tabpanel').innerText()).toContain(mock().url)
  })

  it('sends what only the mock can return to nothing but the mock, and shows samples for the mock', async () => {
    const { page, panel } = await openAt('deleteIncident.outcomeUnknown', { expected: /503 \(Service Unavailable\)/ })
    expect(await panel.getByRole('tabpanel').innerText()).toMatch(`# For the mock: `)
    expect(await panel.getByRole('tabpanel').innerText()).toContain(mock().url)
    await panel.getByRole('tab', { name: 'Send' }).click()
    expect(await panel.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
    await choose(page, 'Send to', mock().url)
    expect((await send(panel))[0]).toBe('503')
  })

  it('calls as the operator with the admin key, and anonymously', async () => {
    const { page, panel } = await openAt('listDeletionRequests', { expected: /401 \(Unauthorized\)/ })
    await choose(page, 'as', 'operator')
    expect(await send(panel)).toEqual(['200', expect.objectContaining({ pagination: expect.anything() })])
    await choose(page, 'as', '')
    expect((await send(panel))[0]).toBe('401')
  })

  it('sends a credential that is expired, tampered with, wrong or a refresh token, and so changes nothing', async () => {
    const expected = /401 \(Unauthorized\)/
    for (const name of ['expiredToken', 'tamperedToken', 'refreshToken']) {
      const { panel } = await openAt(`scheduleAccountDeletion.${name}`, { expected })
      expect((await send(panel))[1].error?.code).toBe('UNAUTHENTICATED')
    }
    const { panel } = await openAt('listDeletionRequests.wrongAdminKey', { expected })
    expect((await send(panel))[1].error?.code).toBe('INVALID_ADMIN_KEY')
  })

  it('accepts a token of the reader', async () => {
    const { page, panel } = await openAt('deleteIncident', { expected: /401 \(Unauthorized\)/ })
    await choose(page, 'as', 'token')
    await page.getByLabel('Token or key').fill('a-token-of-my-own')
    const sent = page.waitForRequest(/incidents/)
    expect((await send(panel))[0]).toBe('401')
    expect((await sent).headers().authorization).toBe('Bearer a-token-of-my-own')
  })

  it('says that an account cannot log in where the log-in returns no token, and sends nothing', async () => {
    const { page, panel } = await openAt('deleteIncident', { expected: /404 \(Not Found\)/ })
    await page.route('**/auth/login', (route) => route.fulfill({ status: 404, json: { message: 'no such page' } }))
    await panel.getByRole('tab', { name: 'Send' }).click()
    await panel.getByRole('button', { name: 'Send' }).click()
    await panel.getByText('No response of').waitFor()
    const why = `admin@acme.example cannot log in at ${server().url}: it answers 404 Not Found`
    expect(await panel.locator('.response').innerText()).toContain(why)
  })

  it('logs in again before a token expires', async () => {
    const { page, panel } = await openAt('deleteIncident.unknownIncident', { expected: /404 \(Not Found\)/ })
    let logins = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/login') && request.method() === 'POST') logins += 1
    })
    await page.clock.install()
    await choose(page, 'as', 'owner@acme.example')
    for (const expected of [1, 1, 2]) {
      expect((await send(panel))[0]).toBe('404')
      expect(logins).toBe(expected)
      if (expected === logins) await page.clock.fastForward('08:00')
    }
  })

  it('shows each scenario by its link, as curl command and in other languages, which it copies', async () => {
    const { page, panel } = await openAt('resolveIncident.alreadyResolved', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    expect(await panel.getByLabel('Scenario').inputValue()).toBe('alreadyResolved')
    await panel.getByRole('tab', { name: 'JavaScript' }).click()
    await panel.getByRole('button', { name: 'Copy' }).click()
    await panel.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain(`const baseUrl = '${server().url}'`)
    expect(copied).toContain("monitoring.incidents.resolve('01J0000000000001NC1DENT003')")
    expect(await panel.locator('.response').innerText()).toContain('INCIDENT_ALREADY_RESOLVED')
  })

  it('shows fields, and decisions with their reasons', async () => {
    const { page } = await openAt('resolveIncident')
    const section = page.locator('#resolveIncident')
    for (const summary of await section.locator('summary').all()) await summary.click()
    const text = await section.innerText()
    expect(text).toMatch(/responses 409 status\s+The request is fine|409 status\s+The request is fine/)
    expect(text).toMatch(/resolvedAt string or null, date-time\s+When /)
  })

  it('explains every error code, and lists limits and common headers', async () => {
    const { page } = await openAt('AUTO_INCIDENT_NOT_DELETABLE')
    const text = await page.locator('article:target').innerText()
    expect(text).toMatch(
      /AUTO_INCIDENT_NOT_DELETABLE\s+409\s+When\s+\w.*\s+Message\s+\w.*\s+Repeat\?\s+No: .*\s+From\s+deleteIncident/,
    )
    expect(await page.locator('#limits').innerText()).toMatch(/accessTokenSeconds\s+900 seconds\s+Decided: /)
    expect(await page.locator('#headers').innerText()).toContain('X-Request-Id')
  })

  it.each(['errors', 'OUTCOME_UNKNOWN', 'limits', 'resolveIncident', 'login.wrongPassword'])(
    'scrolls to #%s on load and at a click, and keeps it below the bar',
    async (anchor) => {
      const { page } = await openAt(anchor, { viewport: { width: 1280, height: 900 } })
      const id = anchor.replace(/\..*$/, '')
      const isBelowBar = async () => {
        const bar = await page.locator('header').boundingBox()
        const top = (await page.locator(`#${id} :is(h2, h3)`).first().boundingBox())?.y ?? -1
        return top >= (bar?.height ?? 0) && top < 300
      }
      await vi.waitFor(async () => expect(await isBelowBar()).toBe(true), 5_000)
      const link = page.locator(`nav a[href="#${id}"]`)
      if ((await link.count()) === 0) return
      await page.evaluate(() => scrollTo(0, 0))
      await link.click()
      await vi.waitFor(async () => expect(await isBelowBar()).toBe(true), 5_000)
    },
  )

  it('can be used by keyboard, with a visible focus: the skip link, the search, and the tabs', async () => {
    const { page, panel } = await openAt('')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to the contents' }).and(page.locator(':focus'))
    expect((await skip.boundingBox())?.width).toBeGreaterThan(50)
    for (const key of ['Enter', 'Tab']) await page.keyboard.press(key)
    expect(await page.locator('main :focus').evaluate((link) => getComputedStyle(link).outlineStyle)).toBe('solid')
    await page.keyboard.press('/')
    await page.keyboard.type('already resolved')
    await page.getByRole('list', { name: 'Results' }).getByText('resolveIncident.alreadyResolved:').waitFor()
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => location.hash)).toMatch(/^#(?:INCIDENT_ALREADY_RESOLVED|resolveIncident)/)
    expect(await panel.count()).toBe(0)
    const tabs = page.locator('.panel[data-operation="login"] [role=tab]')
    await tabs.first().focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.locator(':focus').textContent()).toBe('JavaScript')
    expect(await tabs.nth(1).getAttribute('aria-selected')).toBe('true')
  })
})
