/** The MSW handlers in a browser page: Chromium, a service worker and the SDK, without a network. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { demo } from '@monitoring-service/contract'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, launchChromium } from '../runtimes/index.ts'

const patience = 60_000
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

describe.skipIf(!hasChromium)(
  `A page with the MSW handlers${hasChromium ? '' : ' (skipped: Chromium is not installed)'}`,
  { timeout: patience },
  () => {
    let [server, browser, page]: [Server?, Browser?, Page?] = []
    const [errors, foreignUrls]: [string[], string[]] = [[], []]
    const call = (name: string, more: object = {}) =>
      (page as Page).evaluate(`program.${name}(${JSON.stringify({ ...input, ...more })})`)

    beforeAll(async () => {
      server = await serveSite()
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      browser = await launchChromium()
      page = await browser.newPage()
      page.on('console', (message) => ['error', 'warning'].includes(message.type()) && errors.push(message.text()))
      page.on('pageerror', (error) => errors.push(String(error)))
      page.on('response', (response) => {
        const isOurs = response.url().startsWith(origin) || response.fromServiceWorker()
        if (!isOurs) foreignUrls.push(response.url())
      })
      await page.goto(origin)
      await call('start')
    }, patience)
    afterAll(async () => {
      await browser?.close()
      server?.close()
      expect(foreignUrls).toEqual([])
    })

    /** The browser's own messages about unsuccessful responses. */
    const failed = (reason: string) => `Failed to load resource: ${reason}`
    const failedWith = (status: string) => failed(`the server responded with a status of ${status}`)
    async function expectMessages(messages: string[]): Promise<void> {
      await expect.poll(() => errors).toEqual(messages)
      errors.length = 0
    }

    it('answers the SDK from scenarios', async () => {
      expect(await call('useService')).toEqual({
        resolved: 'resolved',
        again: expect.objectContaining({ code: 'INCIDENT_ALREADY_RESOLVED', status: 409 }),
        upgrade: expect.objectContaining({ code: 'PLAN_UPGRADE_REQUIRED', status: 403, upgradeUrl: demo.upgradeUrl }),
        leaving: 45,
      })
      await expectMessages([failedWith('409 (Conflict)'), failedWith('403 (Forbidden)')])
    })

    it.each([
      ['example=secondPage', ['page', 2], []],
      ['fault=503', ['ApiError', 503], [failedWith('503 (Service Unavailable)')]],
      ['fault=reset', ['ConnectionError', undefined], [failed('net::ERR_FAILED')]],
      ['fault=garbage', ['ResponseError', 200], []],
      ['dynamic=true', ['ApiError', 400], [failedWith('400 (Bad Request)')]],
    ])('supports %s', async (preference, outcome, messages) => {
      expect(await call('prefer', { preference })).toEqual(outcome)
      await expectMessages(messages)
    })

    it('supports delay', async () => {
      expect(await call('race')).toEqual(['delay=0', 'delay=1500'])
      await expectMessages(Array(2).fill(failedWith('400 (Bad Request)')))
    })

    it('supports a hang until the client aborts', async () => {
      expect(await call('giveUp')).toEqual(['response', 'AbortError'])
      await expectMessages([failedWith('400 (Bad Request)')])
    })
  },
)
