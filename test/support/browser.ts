/** A real browser for the pages of this project: what goes wrong in it, what it asks of whom, who could not use them. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { hasChromium, launchChromium } from '../whole/packages/runtimes.ts'

export { hasChromium }

/** What is said in place of running, where Chromium is not installed. */
export const unless = hasChromium ? '' : ' (Chromium is not installed here)'

/** How long the slowest machine may take, in milliseconds. */
export const patience = 60_000

/** By day and by night, on a desk and on a phone. */
export const sights = [
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
] as const

export interface Options extends BrowserContextOptions {
  /** Whom the page may ask. */
  origins: string[]
  /** What the browser itself says of answers that a test is after, such as the status of a refusal. */
  expected?: RegExp
}

/** Opens pages in one browser for all tests of a file. */
export function useBrowser() {
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await launchChromium()
  }, patience)
  afterAll(() => browser?.close())

  /** Opens a page; by the end of the test, nothing may have gone wrong or come from elsewhere. */
  return async function open(url: string, { origins, expected, ...options }: Options): Promise<Page> {
    const context = await (browser as Browser).newContext({ locale: 'en-GB', ...options })
    const page = await context.newPage()
    const [told, strangers]: [string[], string[]] = [[], []]
    page.on('console', (message) => {
      const isNews = ['error', 'warning'].includes(message.type()) && !expected?.test(message.text())
      if (isNews) told.push(message.text())
    })
    page.on('pageerror', (error) => told.push(String(error)))
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol !== 'data:' && protocol !== 'blob:' && !origins.includes(origin)) strangers.push(request.url())
    })
    onTestFinished(async () => {
      await context.close()
      expect({ told, strangers }).toEqual({ told: [], strangers: [] })
    })
    await page.goto(url)
    return page
  }
}

/** What axe finds, with the first place of each kind; a page must also not be wider than its window. */
export async function findFlaws(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}, ${nodes.length} times, first ${nodes[0]?.target} ${nodes[0]?.html}`,
  )
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const)
  return wide > window ? [...found, `${wide} pixels wide in a window of ${window}`] : found
}
