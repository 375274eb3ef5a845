/** A web site with an origin of its own, whose page has the consumer loaded, and a page of it in a browser. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'

export interface Site {
  origin: string
  close(): Promise<void>
}

/** Serves the page, and under /moved a redirect to another address for whatever is asked there. */
export async function serveSite(script: string, movedTo: () => string): Promise<Site> {
  const page = '<!doctype html><link rel="icon" href="data:,"><script src="/program.js"></script>'
  const server = createServer(({ url }, response) => {
    if (url?.startsWith('/moved')) response.writeHead(307, { Location: movedTo() + url.slice('/moved'.length) }).end()
    else if (url === '/program.js') response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script)
    else response.writeHead(200, { 'Content-Type': 'text/html' }).end(page)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** Calls a function of the consumer in a fresh page; brings what it returns and what the console showed as errors. */
export async function callInPage(browser: Browser, origin: string, name: 'walk' | 'meet', input: object) {
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(String(error)))
  try {
    await page.goto(origin)
    const returned = await page.evaluate(`program.${name}(${JSON.stringify(input)})`)
    return { returned, errors }
  } finally {
    await page.close()
  }
}
