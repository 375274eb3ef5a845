import { createHandlers } from '@monitoring-service/mock/msw'
import { build } from 'esbuild'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const baseUrl = 'https://api.example/service'
/** Answers requests that the handlers do not. */
const fallback = http.all('*', () => new HttpResponse('fallback'))
const server = setupServer(...createHandlers({ baseUrl }), fallback)
beforeAll(() => server.listen())
afterAll(() => server.close())

describe('createHandlers', () => {
  it('ignores requests outside its base URL', async () => {
    const neighbours = ['/serviceable/auth/login', '/auth/login', '/service', '.invalid/service/auth/login']
    for (const neighbour of neighbours) {
      const response = await fetch(`https://api.example${neighbour}`, { method: 'POST' })
      expect(await response.text()).toBe('fallback')
    }
  })

  it('passes requests below its base URL that are no calls of the contract, such as those of a page', async () => {
    const requests = [
      'GET /',
      'GET /main.js',
      'GET /auth/login',
      'POST /auth/login/',
      'PUT /auth/login',
      'OPTIONS /auth',
      'OPTIONS /auth/login',
    ]
    for (const [method = '', path] of requests.map((request) => request.split(' '))) {
      const response = await fetch(`${baseUrl}${path}`, { method })
      expect(await response.text(), `${method} ${path}`).toBe('fallback')
    }
    const headers = { origin: 'https://page.example', 'access-control-request-method': 'PUT' }
    const preflight = await fetch(`${baseUrl}/auth/login`, { method: 'OPTIONS', headers })
    expect(await preflight.text()).toBe('fallback')
  })

  it('answers preflights whose headers cannot be seen, as those of happy-dom', async () => {
    const hiding = class extends Request {
      override headers = new Headers()
    }
    vi.stubGlobal('Request', hiding)
    const { status, headers } = await fetch(`${baseUrl}/auth/login`, { method: 'OPTIONS' })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(headers.get('access-control-allow-headers')).toContain('Authorization')
  })

  it('answers requests whose headers keep the case of their names, without Web Crypto, as in DOM test environments', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const [handler] = createHandlers({ baseUrl })
    const body = JSON.stringify({ email: 'owner@acme.example', password: 'any password' })
    const given = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    const request = new Request(`${baseUrl}/auth/login`, given)
    const written = [...request.headers, ['Prefer', 'example=loginAsViewer']].map(([name = '', value]) => {
      return [name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()), value]
    })
    Object.defineProperty(request.headers, Symbol.iterator, { value: () => written.values() })
    const result = await handler?.run({ request, requestId: 'written' })
    expect(result?.response?.headers.get('mock-scenario')).toBe('loginAsViewer')
  })

  it('needs no Node modules', async () => {
    const options = { bundle: true, write: false, metafile: true, platform: 'browser', format: 'esm' } as const
    const { metafile, warnings } = await build({ ...options, entryPoints: ['mock/msw.ts'], logLevel: 'silent' })
    expect(warnings).toEqual([])
    const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
    expect(imports).toEqual([])
    expect(Object.keys(metafile.inputs).filter((file) => /prism|\bnode:/.test(file))).toEqual([])
  })
})
