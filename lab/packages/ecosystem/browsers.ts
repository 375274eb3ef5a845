/** Chromium, and Firefox by WebDriver BiDi. */
import { existsSync } from 'node:fs'
import { launchChromium } from '../../../test/runtimes/index.ts'
import { MissingError } from '../../programs.ts'
import { callInPage, type Files, type PageBrowser, serveSite } from '../site.ts'
import { load } from './place.ts'

interface Puppeteer {
  default: { launch(options: object): Promise<PageBrowser> }
}

/** Debian's, or the one that the environment variable FIREFOX names. */
async function launchFirefox(): Promise<PageBrowser> {
  const executablePath = process.env.FIREFOX ?? ['/usr/bin/firefox', '/usr/bin/firefox-esr'].find(existsSync)
  if (!executablePath) {
    throw new MissingError('Firefox is not installed: apt-get install firefox-esr, or set FIREFOX to its path')
  }
  const { default: puppeteer } = await load<Puppeteer>('puppeteer-core')
  return puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
}

export { launchChromium }

export const browsers: Record<string, () => Promise<PageBrowser>> = { Chromium: launchChromium, Firefox: launchFirefox }

/** Serves a site and calls the program of its page. */
export async function callProgram(
  launch: () => Promise<PageBrowser>,
  files: Files,
  call: (run: (input: object) => Promise<unknown>, origin: string) => Promise<void>,
): Promise<void> {
  const browser = await launch()
  const site = await serveSite(files)
  try {
    const run = async (input: object) => (await callInPage(browser, site.origin, 'callEverything', input)).returned
    await call(run, site.origin)
  } finally {
    await site.close()
    await browser.close()
  }
}
