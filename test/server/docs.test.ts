/** The HTML pages in front of the API, and the responses of the API beside them. */
import { contract } from '@monitoring-service/contract'
import { listen, type RunningServer } from '@monitoring-service/http/node'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { withDocs } from '../../server/site/routes.ts'
import { mockUrl, servePages } from './serve-pages.ts'

const html = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

let server: RunningServer
beforeAll(async () => {
  server = await servePages()
})
afterAll(() => server.close())

describe('The pages', () => {
  it('load every asset from this server and have no inline script or style', async () => {
    const path = '/docs/'
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

  it('show a sample of each scenario in four languages, and its response, with colours that need no script', async () => {
    expect(await (await fetch(`${server.url}/docs/`)).text()).toContain(
      '<span class="hljs-attr">&quot;incident&quot;</span>',
    )
    const shown = await (await fetch(`${server.url}/docs/scenarios.json`)).json()
    const { samples } = shown.find(({ id }: { id: string }) => id === 'resolveIncident.alreadyResolved')
    expect(Object.keys(samples)).toEqual(['curl', 'javascript', 'python', 'go'])
    for (const sample of Object.values(samples)) expect(sample).toMatch(/<span class="hljs-\w+">/)
  })

  it('redirect /docs and, for a browser, / to /docs/, and answer HEAD without a body', async () => {
    const redirect = await fetch(`${server.url}/docs`, { redirect: 'manual' })
    expect([redirect.status, redirect.headers.get('location')]).toEqual([308, 'docs/'])
    const root = await fetch(server.url, { redirect: 'manual', ...html })
    expect([root.status, root.headers.get('location'), root.headers.get('vary')]).toEqual([307, 'docs/', 'Accept'])
    const head = await fetch(`${server.url}/docs/`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it.each([
    ['/docs/', 'text/html; charset=utf-8'],
    ['/docs/base.css', 'text/css; charset=utf-8'],
    ['/docs/page.client.js', 'text/javascript; charset=utf-8'],
    ['/docs/favicon.svg', 'image/svg+xml'],
    ['/docs/openapi.json', 'application/json; charset=utf-8'],
    ['/docs/openapi.yaml', 'application/yaml; charset=utf-8'],
    ['/openapi.yaml', 'application/yaml; charset=utf-8'],
    ['/openapi.json', 'application/json; charset=utf-8'],
    ['/openapi-3.0.json', 'application/json; charset=utf-8'],
    ['/openapi-documented.json', 'application/json; charset=utf-8'],
    ['/openapi.schema.json', 'application/json; charset=utf-8'],
    ['/openapi-valid-examples.json', 'application/json; charset=utf-8'],
    ['/postman.json', 'application/json; charset=utf-8'],
    ['/monitoring.http', 'text/plain; charset=utf-8'],
    ['/monitoring.rest', 'text/plain; charset=utf-8'],
    ['/llms.txt', 'text/plain; charset=utf-8'],
    ['/llms-full.txt', 'text/plain; charset=utf-8'],
  ])('%s has the media type %s and an ETag with which a browser revalidates it', async (path, type) => {
    const first = await fetch(server.url + path, html)
    expect([first.headers.get('content-type'), first.headers.get('cache-control')]).toEqual([type, 'no-cache'])
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^(?:W\/)?"[^"]+"$/)
    const second = await fetch(server.url + path, { headers: { ...html.headers, 'if-none-match': etag } })
    expect([second.status, await second.text()]).toEqual([304, ''])
  })

  it.each(['br', 'gzip', 'identity'])(
    'are sent as %s to clients that prefer it, each with its own ETag',
    async (encoding) => {
      const plain = await (await fetch(`${server.url}/docs/`)).text()
      const accept = `${encoding}, gzip;q=0.5, *;q=0.1`
      const response = await fetch(`${server.url}/docs/`, { headers: { 'accept-encoding': accept } })
      expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding)
      expect(response.headers.get('vary')).toMatch(/\bAccept-Encoding\b/)
      expect(response.headers.get('etag')).toContain(encoding)
      expect(Number(response.headers.get('content-length'))).toBeLessThan(encoding === 'identity' ? 400_000 : 40_000)
      expect(await response.text()).toBe(plain)
    },
  )

  it('describe themselves to search engines, and the contract to programs', async () => {
    const response = await fetch(`${server.url}/docs/`, html)
    const page = await response.text()
    expect(response.headers.get('link')).toBe('</openapi.json>; rel="service-desc"; type="application/json"')
    expect(page).toMatch(/<meta name="description" content="[^"]{50,}">/)
    expect(page).toMatch(/<link rel="service-desc" type="application\/json" href="(?:openapi.json)">/)
  })

  it('return 500 when rendering fails, and the server keeps running', async () => {
    const wrong = {
      get html() {
        throw new Error('a defect')
      },
    }
    const broken = await listen(
      withDocs(() => {}, { hasDemo: false, mockUrl: wrong as never }),
      0,
    )
    onTestFinished(() => broken.close(0))
    expect((await fetch(`${broken.url}/docs/`)).status).toBe(500)
    expect((await fetch(`${broken.url}/openapi.yaml`)).status).toBe(200)
  })

  it.each(['*/*', 'text/plain'])('at / are a guide to all of them for Accept: %s', async (accept) => {
    const response = await fetch(server.url, { headers: { accept } })
    expect(response.headers.get('vary')).toContain('Accept')
    const guide = await response.text()
    expect(guide).toBe(await (await fetch(`${server.url}/llms.txt`)).text())
    const links = [...guide.matchAll(/\]\(([^)]*)\)/g)].map(([, url = '']) => url)
    const own = [...Object.keys(contract.operations), 'errors'].map((name) => `docs/#${name}`)
    expect(links.filter((url) => url.startsWith('docs/#')).sort()).toEqual(own.sort())
    for (const url of links) expect([url, (await fetch(new URL(url, `${server.url}/`))).status]).toEqual([url, 200])
  })

  it('lead from /errors to the table of errors, and from /errors/CODE in capital or small letters to the code', async () => {
    const codes = Object.keys(contract.errors)
    const targets = [
      ['/errors', 'docs/#errors'],
      ['/errors/', '../docs/#errors'],
      ...codes.flatMap((code) => [code, code.toLowerCase()].map((name) => [`/errors/${name}`, `../docs/#${code}`])),
    ]
    for (const [path = '', target] of targets) {
      const { status, headers } = await fetch(server.url + path, { redirect: 'manual' })
      expect([path, status, headers.get('location')]).toEqual([path, 308, target])
    }
    expect((await fetch(`${server.url}/errors/NO_SUCH_CODE`)).status).toBe(404)
  })

  it('take no path of the contract, and serve no other file of the disk', async () => {
    const paths = [
      '/',
      '/index.html',
      '/docs/../package.json',
      '/docs/..%2fpackage.json',
      '/docs/%2e%2e',
      '/docs/%',
      '/docs/index.html',
      '/docs/constructor',
      '/docs/no-such-file',
      '/docs/package.json',
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
