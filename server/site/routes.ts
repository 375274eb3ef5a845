/** Pages for people in front of the API: what this is at /, the reference below /docs, the contract at /openapi.yaml. */
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { extname, join } from 'node:path'
import { prefersHtml, setResponseHeaders } from '@monitoring-service/http/node'
import { listFiles } from './assets.ts'
import { toLanding } from './landing.ts'

export interface DocsOptions {
  /** Whether the demo's accounts are there, for readers to call as. */
  hasDemo: boolean
  /** The mock beside this server, if there is one. */
  mockUrl?: string | undefined
  /** Whether the server can answer at the moment. */
  isReady(): Promise<boolean>
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
  '.png': 'image/png',
}

/** Serves the pages, and leaves everything else to the next listener; `/` is a page only for those who ask for one. */
export function withDocs(next: RequestListener, { hasDemo, mockUrl, isReady }: DocsOptions): RequestListener {
  const here = { url: '/', description: 'This server' }
  const site = listFiles({ places: mockUrl ? [here, { url: mockUrl, description: 'The mock' }] : [here], hasDemo })
  const own = (name: string) => () => readFileSync(join(import.meta.dirname, name))
  const pages = new Map<string, () => string | Buffer | Promise<string>>([
    ...Object.entries(site).map(([name, read]) => [`/docs/${name === 'index.html' ? '' : name}`, read] as const),
    ['/', () => toLanding(mockUrl)],
    ['/docs/landing.css', own('landing.css')],
    ['/docs/landing.js', own('landing.js')],
    ['/docs/ready.json', async () => JSON.stringify({ ready: await isReady() })],
    ['/openapi.yaml', () => site['openapi.yaml']()],
  ])
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self'${mockUrl ? ` ${mockUrl}` : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

  return async (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? ''
    const page = pages.get(path)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isWanted = path !== '/' || prefersHtml(request)
    if (!isRead || !isWanted || (!page && path !== '/docs')) return next(request, response)
    setResponseHeaders(request, response)
    // Addresses in the pages are relative.
    if (!page) return void response.writeHead(308, { Location: 'docs/' }).end()
    response.setHeader('Content-Security-Policy', policy)
    if (path === '/') response.setHeader('Vary', 'Accept')
    try {
      const content = await page()
      response.setHeader('Content-Type', types[extname(path)] ?? 'text/html; charset=utf-8').end(content)
    } catch {
      // Such as a contract that is being edited: no reason for the server to end.
      response
        .writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' })
        .end('This cannot be shown at the moment.\n')
    }
  }
}
