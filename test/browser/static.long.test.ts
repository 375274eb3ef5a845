/** The API reference of `npm run docs`, served by a plain file server below a path. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { listen, type RunningServer } from '@monitoring-service/http/node'
import { startServer } from '@monitoring-service/server'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findFlaws, hasChromium, patience, unless, useBrowser } from '../support/browser.ts'
import { commandAt } from '../support/process.ts'
import { demoSettings } from '../support/settings.ts'
import { useSite } from './site.ts'

const { run } = commandAt('server/site/build.ts')
const types: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' }

describe.skipIf(!hasChromium)(`The site of npm run docs${unless}`, { timeout: patience }, () => {
  const open = useBrowser()
  const { server } = useSite()
  const folder = mkdtempSync(join(tmpdir(), 'docs-'))
  let [files, output]: [RunningServer?, string?] = []
  beforeAll(async () => {
    const { code, stdout, stderr } = await run(['--into', join(folder, 'site')])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    output = stdout
    files = await listen((request, response) => {
      const [, name = ''] = /^\/some\/path\/([\w.-]*)$/.exec(request.url ?? '') ?? []
      const file = join(folder, 'site', name || 'index.html')
      const exists = statSync(file, { throwIfNoEntry: false })?.isFile() && request.url?.startsWith('/some/path/')
      if (!exists) return void response.writeHead(404).end()
      response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' })
      response.end(readFileSync(file))
    }, 0)
  }, patience)
  afterAll(async () => {
    await files?.close(0)
    rmSync(folder, { recursive: true })
  })
  const url = () => `${files?.url}/some/path/`

  it('prints its folder and its size', () => {
    expect(output).toMatch(/site: [12]\.\d MB\n$/)
  })

  it('works below a path, and sends requests to a server whose URL the reader types', async () => {
    const origins = [files?.url ?? '', server().url]
    const page = await open(`${url()}#resolveIncident`, { origins })
    await page.locator('html[data-ready]').waitFor()
    await page.getByLabel('Send to').selectOption('Another server')
    await page.getByLabel('at', { exact: true }).fill(server().url)
    await page.getByLabel('as', { exact: true }).selectOption('owner@acme.example')
    expect(await send(page)).toContain('"resolved"')
    expect(await findFlaws(page)).toEqual([])
  })

  it('reports which server rejects a login', async () => {
    const emptyServer = await startServer({ ...demoSettings, dataFile: undefined, corsOrigins: '*' })
    onTestFinished(() => emptyServer.close(0))
    const page = await open(url(), { origins: [files?.url ?? '', emptyServer.url], expected: /401 \(Unauthorized\)/ })
    await page.locator('html[data-ready]').waitFor()
    await page.getByLabel('Send to').selectOption('Another server')
    await page.getByLabel('at', { exact: true }).fill(emptyServer.url)
    await page.getByLabel('as', { exact: true }).selectOption('owner@acme.example')
    const why = `owner@acme.example cannot log in at ${emptyServer.url}: it answers 401 INVALID_CREDENTIALS`
    expect(await send(page)).toBe(why)
  })
})

/** Sends the request of resolveIncident. Returns the body of the response. */
async function send(page: Page): Promise<string> {
  const panel = page.locator('.panel[data-operation=resolveIncident]')
  await panel.getByRole('tab', { name: 'Send' }).click()
  await panel.getByRole('button', { name: 'Send' }).click()
  await panel.getByText(/esponse of http/).waitFor()
  return panel.locator('.response').innerText()
}
