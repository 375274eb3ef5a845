/** The HTML pages in front of the API, and the responses of the API beside them. */
import { readFileSync } from 'node:fs'
import { demo } from '@monitoring-service/contract'
import { contractFile } from '@monitoring-service/contract/files'
import { listen, type RunningServer } from '@monitoring-service/http/node'
import { startServer } from '@monitoring-service/server'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readSettings } from '../../server/config.ts'
import { withDocs } from '../../server/site/routes.ts'
import { secrets } from '../support/process.ts'
import { transmit } from '../support/raw-http.ts'
import { demoSettings } from '../support/settings.ts'

const mockUrl = 'http://127.0.0.1:4010'
const html = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

let server: RunningServer
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
  it.each(['/', '/docs/'])('%s loads every asset from this server and has no inline script or style', async (path) => {
    const response = await fetch(server.url + path, html)
    const page = await response.text()
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ${mockUrl}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(page).not.toMatch(/<style|<script>|style="|onclick/)
    const assets = [...page.matchAll(/<(?:link|script|img)[^>]*(?:src|href)="([^"]*)"/g)].map(([, url]) => url ?? '')
    expect(assets.length).toBeGreaterThan(3)
    for (const url of assets) {
      expect(url).not.toMatch(/^[a-z]+:|^\//)
      const asset = await fetch(new URL(url, server.url + path))
      expect([url, asset.status]).toEqual([url, 200])
      expect(asset.headers.get('x-content-type-options')).toBe('nosniff')
      expect((await asset.arrayBuffer()).byteLength).toBeGreaterThan(50)
    }
  })

  it('redirect /docs to /docs/, and answer HEAD without a body', async () => {
    const redirect = await fetch(`${server.url}/docs`, { redirect: 'manual' })
    expect([redirect.status, redirect.headers.get('location')]).toEqual([308, 'docs/'])
    const head = await fetch(`${server.url}/docs/`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/docs/', 'text/html; charset=utf-8'],
    ['/docs/base.css', 'text/css; charset=utf-8'],
    ['/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['/docs/favicon-32x32.png', 'image/png'],
    ['/docs/openapi.json', 'application/json; charset=utf-8'],
    ['/docs/openapi.yaml', 'application/yaml; charset=utf-8'],
    ['/openapi.yaml', 'application/yaml; charset=utf-8'],
  ])('%s has the media type %s and an ETag with which a browser revalidates it', async (path, type) => {
    const first = await fetch(server.url + path, html)
    expect([first.headers.get('content-type'), first.headers.get('cache-control')]).toEqual([type, 'no-cache'])
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^(?:W\/)?"[^"]+"$/)
    const second = await transmit(server.url, 'GET', path, { ...html.headers, 'if-none-match': etag })
    expect([second.statusLine, second.text]).toEqual(['304', ''])
  })

  it('are compressed for browsers that accept gzip', async () => {
    const response = await fetch(`${server.url}/docs/swagger-ui-bundle.js`, { headers: { 'accept-encoding': 'gzip' } })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('vary')).toMatch(/\bAccept-Encoding\b/)
    expect((await response.text()).length).toBeGreaterThan(1_000_000)
  })

  it('report whether the server is ready, and no cache keeps the report', async () => {
    for (isReady of [false, true]) {
      const response = await fetch(`${server.url}/docs/ready.json`)
      expect([response.headers.get('cache-control'), await response.json()]).toEqual(['no-store', { ready: isReady }])
    }
  })

  it('return 500 when rendering fails, and the server keeps running', async () => {
    const isReady = () => Promise.reject(new Error('a defect'))
    const broken = await listen(
      withDocs(() => {}, { hasDemo: false, isReady }),
      0,
    )
    onTestFinished(() => broken.close(0))
    expect((await fetch(`${broken.url}/docs/ready.json`)).status).toBe(500)
    expect((await fetch(`${broken.url}/docs/`)).status).toBe(200)
  })

  it('show the contract, with this server and the mock as servers', async () => {
    const { url } = server
    expect(await (await fetch(`${url}/openapi.yaml`)).text()).toBe(readFileSync(contractFile, 'utf8'))
    const shown = await (await fetch(`${url}/docs/openapi.json`)).text()
    const { servers, paths } = JSON.parse(shown)
    expect(servers.map(({ url }: { url: string }) => url)).toEqual(['/', mockUrl])
    expect(Object.keys(paths)).toHaveLength(8)
    expect(shown).not.toContain('"x-decided"')
    expect(shown).toContain('**Decided** (`status`): ')
  })

  it('take no path of the contract, and serve no other file of the disk', async () => {
    const paths = [
      '/',
      '/index.html',
      '/landing.js',
      '/docs/../package.json',
      '/docs/..%2fpackage.json',
      '/docs/%2e%2e',
      '/docs/%',
      '/docs/index.html',
      '/docs/constructor',
      '/docs/no-such-file',
      '/docs/package.json',
      '/docs/swagger-initializer.js',
      '/docs/sub/x',
      '/DOCS/',
      '/openapi.yml',
      '/openapi.yaml/',
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

  it('with --demo or --docs only, and without --demo they offer no demo account', () => {
    expect(docsOf([])).toBeUndefined()
    expect(docsOf(['--docs'])).toEqual({ hasDemo: false })
    expect(docsOf(['--demo'])).toEqual({ hasDemo: true })
  })

  it('on paths that the contract does not have: the responses of the API are the same with and without pages', async () => {
    const [plain, paged] = await Promise.all([
      startServer(demoSettings),
      startServer({ ...demoSettings, docs: { hasDemo: false } }),
    ])
    onTestFinished(() => Promise.all([plain.close(0), paged.close(0)]).then(() => {}))
    for (const [method, path, accept] of [
      ['GET', '/', '*/*'],
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
    expect(page).not.toContain(demo.password)
    expect(page).not.toContain(demo.adminApiKey)
  })
})
