/** The live view of the mock in a browser. */
import { describe, expect, it } from 'vitest'
import { sendUsual } from '../mock/send.ts'
import { hasChromium, type Options, patience, unless, useBrowser } from '../support/browser.ts'
import { looksRight } from './look.ts'
import { useSite } from './site.ts'

describe.skipIf(!hasChromium)(`The live view${unless}`, { timeout: patience }, () => {
  const open = useBrowser()
  const { mock } = useSite()

  /** Opens the page and sends three requests, of which the last is a fault. */
  async function show(options: Partial<Options> = {}) {
    const page = await open(`${mock().url}/_mock`, { origins: [mock().url], ...options })
    await page.getByText('0 requests').waitFor()
    await page.locator('#none', { hasText: `curl -i -X POST ${mock().url}/` }).waitFor()
    await sendUsual(mock().url, 'login')
    await sendUsual(mock().url, 'resolveIncident', { prefer: 'example=alreadyResolved' })
    await sendUsual(mock().url, 'login', { prefer: 'fault=503' })
    await page.getByText('3 requests').waitFor()
    return page
  }

  looksRight('live', async (options) => {
    const page = await show(options)
    await page.locator('summary').first().click()
    return page
  })

  it('shows each request as it comes, the newest first, with its status and the reason of the response', async () => {
    const page = await show()
    const rows = await page.locator('article').allInnerTexts()
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatch(/POST \/auth\/login\s+503 .*fault 503.*\s+fault 503 by Prefer/)
    expect(rows[1]).toMatch(/PUT \S+\/resolve\s+409 alreadyResolved .*\s+Prefer: example=alreadyResolved/)
    expect(rows[2]).toMatch(/POST \/auth\/login\s+200 login .*\s+the request of this scenario/)
  })

  it('filters by all words, and copies a request as curl, fetch or SDK call', async () => {
    const page = await show({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByLabel('Filter').fill('login 200')
    expect(await page.locator('output').textContent()).toBe('1 of 3 requests')
    await page.locator('article:visible summary').click()
    const copy = async (name: string) => {
      await page.getByRole('button', { name }).filter({ visible: true }).click()
      return page.evaluate(() => navigator.clipboard.readText())
    }
    expect(await copy('Copy curl')).toMatch(/^curl -i -X POST http:\S+\/auth\/login -H /)
    expect(await copy('Copy fetch')).toMatch(/^await fetch\("http:/)
    expect(await copy('Copy SDK call')).toMatch(/^await monitoring\.auth\.login\(\{"email":"owner@acme\.example"/)
  })
})
