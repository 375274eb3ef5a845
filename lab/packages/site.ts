/** A static web site with an origin of its own, and calls of the consumer in its page. */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { listen } from '@monitoring-service/http/node'

const types: Record<string, string> = { '': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

export interface Site {
  origin: string
  close(): Promise<void>
}

/** A page that loads the consumer, and the consumer's script. */
export function pageOf(script: string): Files {
  const page = '<!doctype html><link rel="icon" href="data:,"><script src="/program.js"></script>'
  return { '/': page, '/program.js': script }
}

/** Texts by path; `/` is the page. */
export type Files = Record<string, string>

/** The files of a folder that a bundler has built. */
export async function readSite(folder: string): Promise<Files> {
  const files: Files = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) files[path.slice(folder.length)] = await readFile(path, 'utf8')
  }
  return files
}

/** Serves files, and redirects every path below /moved to another address. */
export async function serveSite(files: Files, movedTo: () => string = () => ''): Promise<Site> {
  const { url, close } = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://site')
    const text = files[pathname]
    if (pathname.startsWith('/moved')) response.writeHead(307, { Location: movedTo() + pathname.slice(6) }).end()
    else if (text === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'Content-Type': types[extname(pathname)] }).end(text)
  }, 0)
  return { origin: url, close: () => close(0) }
}

/** The common part of the browsers of Playwright and Puppeteer. */
export interface PageBrowser {
  newPage(): Promise<{
    on(event: 'console', listener: (message: { type(): string; text(): string }) => void): unknown
    on(event: 'pageerror', listener: (error: unknown) => void): unknown
    goto(url: string): Promise<unknown>
    evaluate(code: string): Promise<unknown>
    close(): Promise<void>
  }>
  close(): Promise<void>
}

/** Calls a function of the consumer in a new page; returns its result and the errors of the console. */
export async function callInPage(
  browser: PageBrowser,
  origin: string,
  name: 'callEverything' | 'readError',
  input: object,
) {
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
