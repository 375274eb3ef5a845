/** The landing page of the server in a browser. */
import { describe, it } from 'vitest'
import { hasChromium, patience, unless, useBrowser } from '../support/browser.ts'
import { looksRight } from './look.ts'
import { useSite } from './site.ts'

describe.skipIf(!hasChromium)(`The landing page${unless}`, { timeout: patience }, () => {
  const open = useBrowser()
  const { server, mock, origins } = useSite()

  looksRight('landing', (options) => open(server().url, { origins: origins(), ...options }))

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
})
