/** The landing page of the server in a browser. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { hasChromium, patience, unless, useBrowser } from '../support/browser.ts'
import { looksRight } from './look.ts'
import { useSite } from './site.ts'

describe.skipIf(!hasChromium)(`The landing page${unless}`, { timeout: patience }, () => {
  const open = useBrowser()
  const { server, mock, origins } = useSite()

  looksRight('landing', async (options) => {
    const page = await open(server().url, { origins: origins(), ...options })
    await page.getByText('Scenarios by operation').click()
    return page
  })

  it('shows code with its own address, and copies it', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const page = await open(server().url, { origins: origins(), permissions })
    await page.getByRole('button', { name: 'Copy curl' }).click()
    await page.getByText('Copied').waitFor()
    const command = await page.evaluate(() => navigator.clipboard.readText())
    const { stdout } = await promisify(execFile)('sh', ['-c', command])
    expect(JSON.parse(stdout)).toHaveProperty('accessToken')
    expect(await page.getByText(`baseUrl: '${server().url}'`).count()).toBe(1)
  })

  it('leads to the pages of the mock by its address', async () => {
    const page = await open(server().url, { origins: origins() })
    await page.getByRole('link', { name: mock().url }).click()
    await page.waitForURL(/\/_mock$/)
  })

  it.each([
    ['API reference', /\/docs\/$/, 'Errors'],
    ['Scenarios of the mock', /\/_mock\/scenarios$/, 'Scenarios'],
  ])('links to %s', async (link, address, heading) => {
    const page = await open(server().url, { origins: origins() })
    await page.getByRole('link', { name: link }).click()
    await page.waitForURL(address)
    await page.getByRole('heading', { name: heading, exact: true }).waitFor()
  })

  it('shows the results of the last agreement run', async () => {
    const page = await open(server().url, { origins: origins() })
    const cells = await page.locator('tfoot td').allTextContents()
    expect(new Set(cells)).toEqual(new Set([String(mock().scenarios.length)]))
  })

  it('can be used by keyboard: the first Tab reaches the skip link, and the focus is visible', async () => {
    const page = await open(server().url, { origins: origins() })
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to the contents' })
    expect((await skip.boundingBox())?.width).toBeGreaterThan(50)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    expect(await focused.textContent()).toBe('API reference')
    expect(await focused.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe('solid')
  })
})
