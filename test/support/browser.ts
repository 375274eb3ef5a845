/** Opens the pages of this project in Chromium and checks console errors, request origins and accessibility. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { hasChromium, launchChromium } from '../runtimes/index.ts'

export { hasChromium }

/** The suffix of a skipped suite's title. */
export const unless = hasChromium ? '' : ' (Chromium is not installed here)'

/** Test timeout for slow machines, in milliseconds. */
export const patience = 60_000

/** Colour scheme and width in pixels: desktop in light and dark mode, and a phone. */
export const sights = [
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
] as const

export interface Options extends BrowserContextOptions {
  /** The origins that the page may send requests to. */
  origins: string[]
  /** Console messages that the test expects, such as the status of an error response. */
  expected?: RegExp
}

/** Opens pages in one browser for all tests of a file. */
export function useBrowser() {
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await launchChromium()
  }, patience)
  afterAll(() => browser?.close())

  /** Opens a page. The test fails on a console error or on a request to another origin. */
  async function open(url: string, { origins, expected, ...options }: Options): Promise<Page> {
    const context = await (browser as Browser).newContext({ locale: 'en-GB', ...options })
    const page = await context.newPage()
    const [errors, foreignRequests]: [string[], string[]] = [[], []]
    page.on('console', (message) => {
      const isError = ['error', 'warning'].includes(message.type()) && !expected?.test(message.text())
      if (isError) errors.push(message.text())
    })
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol !== 'data:' && protocol !== 'blob:' && !origins.includes(origin)) foreignRequests.push(request.url())
    })
    onTestFinished(async () => {
      await context.close()
      expect({ errors, foreignRequests }).toEqual({ errors: [], foreignRequests: [] })
    })
    await page.goto(url)
    return page
  }
  return Object.assign(open, { browser: () => browser as Browser })
}

/** Accessibility violations that axe finds, with the first element of each kind, and a page wider than its window. */
export async function findFlaws(page: Page): Promise<string[]> {
  // The other modes of axe describe each element that passes a rule, in another page: four times slower. They add frames.
  expect(page.frames()).toHaveLength(1)
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true)
  const { violations } = await axe.analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}, ${nodes.length} times, first ${nodes[0]?.target} ${nodes[0]?.html}`,
  )
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const)
  return wide > window ? [...found, `${wide} pixels wide in a window of ${window}`] : found
}
