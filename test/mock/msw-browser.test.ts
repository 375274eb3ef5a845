/** The MSW handlers in a browser page: Chromium, a service worker and the SDK, without a network. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { demo } from '@monitoring-service/contract'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, patience, unless, useBrowser } from '../support/browser.ts'

/** A reserved name that never resolves (RFC 6761). */
const baseUrl = 'https://api.monitoring.invalid/service'
const input = { baseUrl, password: demo.password, adminKey: demo.adminApiKey }

async function serveSite(): Promise<Server> {
  const entryPoints = [fileURLToPath(new URL('msw-page.ts', import.meta.url))]
  const shape = { format: 'iife', globalName: 'program', platform: 'browser' } as const
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, ...shape })
  const worker = readFileSync(fileURLToPath(import.meta.resolve('msw/mockServiceWorker.js')))
  const page = '<!doctype html><link rel="icon" href="data:,"><script src="/program.js"></script>'
  const files: Record<string, [type: string, content: string | Uint8Array | undefined]> = {
    '/': ['text/html', page],
    '/program.js': ['text/javascript', outputFiles[0]?.contents],
    '/mockServiceWorker.js': ['text/javascript', worker],
  }
  const server = createServer(({ url = '' }, response) => {
    const [type, content] = files[url] ?? []
    response.writeHead(type ? 200 : 404, { 'Content-Type': type ?? 'text/plain' }).end(content)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

describe.skipIf(!hasChromium)(`A page with the MSW handlers${unless}`, { timeout: patience }, () => {
  const open = useBrowser()
  let server: Server
  beforeAll(async () => {
    server = await serveSite()
  })
  afterAll(() => void server.close())

  /** Calls a function of the page's program. Responses of the service worker come from no network. */
  async function call(name: string, more: object = {}): Promise<unknown> {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    // The browser's own messages about unsuccessful responses.
    const expected = /^Failed to load resource: (?:the server responded with a status of [45]|net::ERR_FAILED)/
    const page = await open(origin, { origins: [origin, new URL(baseUrl).origin], expected })
    await page.evaluate(`program.start(${JSON.stringify(input)})`)
    return page.evaluate(`program.${name}(${JSON.stringify({ ...input, ...more })})`)
  }

  it('answers the SDK from scenarios', async () => {
    expect(await call('useService')).toEqual({
      resolved: 'resolved',
      again: expect.objectContaining({ code: 'INCIDENT_ALREADY_RESOLVED', status: 409 }),
      upgrade: expect.objectContaining({ code: 'PLAN_UPGRADE_REQUIRED', status: 403, upgradeUrl: demo.upgradeUrl }),
      leaving: 45,
    })
  })

  it.each([
    ['example=secondPage', ['page', 2]],
    ['fault=503', ['ApiError', 503]],
    ['fault=reset', ['ConnectionError', undefined]],
    ['fault=garbage', ['ResponseError', 200]],
    ['dynamic=true', ['ApiError', 400]],
  ])('supports %s', async (preference, outcome) => {
    expect(await call('prefer', { preference })).toEqual(outcome)
  })

  it('supports delay', async () => {
    expect(await call('race')).toEqual(['delay=0', 'delay=1500'])
  })

  it('supports a hang until the client aborts', async () => {
    expect(await call('giveUp')).toEqual(['response', 'AbortError'])
  })
})
