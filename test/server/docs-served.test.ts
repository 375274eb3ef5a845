/** When a server has pages in front of the API, and that they change no response of the API. */
import { demo } from '@monitoring-service/contract'
import { startServer } from '@monitoring-service/server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readSettings } from '../../server/read-settings.ts'
import { secrets } from '../support/process.ts'
import { transmit } from '../support/raw-http.ts'
import { demoSettings } from '../support/settings.ts'

const html = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

describe('Pages are served', () => {
  const docsOf = async (args: string[]) => ((await readSettings(args, secrets)) as { docs?: object }).docs

  it('with --demo or --docs only, and without --demo they offer no demo account', async () => {
    expect(await docsOf([])).toBeUndefined()
    expect(await docsOf(['--docs'])).toEqual({ hasDemo: false })
    expect(await docsOf(['--demo'])).toEqual({ hasDemo: true })
  })

  it('on paths that the contract does not have: the responses of the API are the same with and without pages', async () => {
    const [plain, paged] = await Promise.all([
      startServer(demoSettings),
      startServer({ ...demoSettings, docs: { hasDemo: false } }),
    ])
    onTestFinished(() => Promise.all([plain.close(0), paged.close(0)]).then(() => {}))
    for (const [method, path, accept] of [
      ['GET', '/', 'application/json'],
      ['GET', '/', 'application/json, text/html;q=0'],
      ['POST', '/', 'text/html'],
      ['GET', '/auth/login', 'text/html'],
      ['GET', '/doc', 'text/html'],
      ['GET', '/docs/no-such-file', 'text/html'],
      ['PUT', '/docs/', 'text/html'],
      ['GET', '/admin/deletion-requests', 'text/html'],
    ] as const) {
      const responses = await Promise.all([plain, paged].map(({ url }) => transmit(url, method, path, { accept })))
      const [without, beside] = responses.map(({ statusLine, body }) => ({ statusLine, body }))
      expect([method, path, beside]).toEqual([method, path, without])
    }
    expect(await (await fetch(plain.url, html)).json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
    const page = await (await fetch(`${paged.url}/docs`)).text()
    expect(page).not.toContain('data-password')
    expect(page).not.toContain(demo.adminApiKey)
    expect(await (await fetch(`${paged.url}/docs/scenarios.json`)).text()).not.toContain(demo.adminApiKey)
  })
})
