/** The pages for people in front of the API, and the API's own answers beside them. */
import { readFileSync } from 'node:fs'
import { demo } from '@monitoring-service/contract'
import { contractFile } from '@monitoring-service/contract/files'
import { type Listening, listen } from '@monitoring-service/http/node'
import { startServer } from '@monitoring-service/server'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readSettings } from '../../server/config.ts'
import { withDocs } from '../../server/site/routes.ts'
import { secrets } from '../support/process.ts'
import { transmit } from '../support/raw-http.ts'
import { demoSettings } from '../support/settings.ts'

const mockUrl = 'http://127.0.0.1:4010'
const html = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

let server: Listening
let isReady = true
beforeAll(async () => {
  const options = { hasDemo: true, mockUrl, isReady: async () => isReady }
  server = await listen(
    withDocs((_request, response) => response.writeHead(404).end('not ours'), options),
    0,
  )
})
afterAll(() => server.close())

describe('The pages', () => {
  it.each(['/', '/docs/'])(
    '%s: all of its parts come from this server, and none is a script or a style inside',
    async (path) => {
      const response = await fetch(server.url + path, html)
      const page = await response.text()
      expect(response.headers.get('content-type')).toMatch(/^text\/html/)
      expect(response.headers.get('content-security-policy')).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ${mockUrl}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      expect(page).not.toMatch(/<style|<script>|style="|onclick/)
      const parts = [...page.matchAll(/<(?:link|script|img)[^>]*(?:src|href)="([^"]*)"/g)].map(([, part]) => part ?? '')
      expect(parts.length).toBeGreaterThan(3)
      for (const part of parts) {
        expect(part).not.toMatch(/^[a-z]+:|^\//)
        const asset = await fetch(new URL(part, server.url + path))
        expect([part, asset.status]).toEqual([part, 200])
        expect(asset.headers.get('x-content-type-options')).toBe('nosniff')
        expect((await asset.arrayBuffer()).byteLength).toBeGreaterThan(50)
      }
    },
  )

  it('can be asked for without a slash, and for their head alone', async () => {
    const moved = await fetch(`${server.url}/docs`, { redirect: 'manual' })
    expect([moved.status, moved.headers.get('location')]).toEqual([308, 'docs/'])
    const head = await fetch(`${server.url}/docs/`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('tell whether the server is ready', async () => {
    for (isReady of [false, true]) {
      expect(await (await fetch(`${server.url}/docs/ready.json`)).json()).toEqual({ ready: isReady })
    }
  })

  it('are an answer also when they cannot be made', async () => {
    const isReady = () => Promise.reject(new Error('a defect'))
    const broken = await listen(
      withDocs(() => {}, { hasDemo: false, isReady }),
      0,
    )
    onTestFinished(() => broken.close(0))
    expect((await fetch(`${broken.url}/docs/ready.json`)).status).toBe(500)
    expect((await fetch(`${broken.url}/docs/`)).status).toBe(200)
  })

  it('show the contract, which asks this server or the mock', async () => {
    const { url } = server
    expect(await (await fetch(`${url}/openapi.yaml`)).text()).toBe(readFileSync(contractFile, 'utf8'))
    const shown = await (await fetch(`${url}/docs/openapi.json`)).text()
    const { servers, paths } = JSON.parse(shown)
    expect(servers.map((place: { url: string }) => place.url)).toEqual(['/', mockUrl])
    expect(Object.keys(paths)).toHaveLength(8)
    expect(shown).not.toContain('"x-decided"')
    expect(shown).toContain('**Decided** (`status`): ')
  })

  it('take no path from the contract, and no other file from the disk', async () => {
    const paths = [
      '/',
      '/index.html',
      '/landing.js',
      '/docs/../package.json',
      '/docs/..%2fpackage.json',
      '/docs/%2e%2e',
      '/docs/index.html',
      '/docs/constructor',
      '/docs/no-such-file',
      '/docs/sub/x',
      '/openapi.yml',
      '/docs/.env',
    ]
    for (const path of paths) {
      const response = await fetch(server.url + path, { headers: { accept: 'application/json' } })
      expect([path, response.status, await response.text()]).toEqual([path, 404, 'not ours'])
    }
    for (const path of ['/', '/docs', '/docs/', '/openapi.yaml']) {
      expect((await fetch(server.url + path, { method: 'POST', ...html })).status).toBe(404)
    }
  })
})

describe('Pages are served', () => {
  const docsOf = (args: string[]) => (readSettings(args, secrets) as { docs?: object }).docs

  it('with --demo or --docs only; without the demo they offer none of its accounts', () => {
    expect(docsOf([])).toBeUndefined()
    expect(docsOf(['--docs'])).toEqual({ hasDemo: false })
    expect(docsOf(['--demo'])).toEqual({ hasDemo: true })
  })

  it('on no other path than those that the contract does not have: the API answers as it does without them', async () => {
    const [plain, paged] = await Promise.all([
      startServer(demoSettings),
      startServer({ ...demoSettings, docs: { hasDemo: false } }),
    ])
    onTestFinished(() => Promise.all([plain.close(0), paged.close(0)]).then(() => {}))
    for (const [method, path, accept] of [
      ['GET', '/', '*/*'],
      ['GET', '/', 'application/json'],
      ['POST', '/', 'text/html'],
      ['GET', '/auth/login', 'text/html'],
      ['GET', '/doc', 'text/html'],
      ['GET', '/admin/deletion-requests', 'text/html'],
    ] as const) {
      const answers = await Promise.all([plain, paged].map(({ url }) => transmit(url, method, path, { accept })))
      const [without, beside] = answers.map(({ said, body }) => ({ said, body }))
      expect([method, path, beside]).toEqual([method, path, without])
    }
    expect(await (await fetch(plain.url, html)).json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
    const page = await (await fetch(`${paged.url}/docs`)).text()
    expect(page).not.toContain(demo.password)
    expect(page).not.toContain(demo.adminApiKey)
  })
})
