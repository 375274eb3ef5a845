/** Serves the HTML pages in front of the API: the landing page at /, the API reference below /docs, the contract at /openapi.yaml. */
import type { RequestListener } from 'node:http'
import { extname } from 'node:path'
import { prefersHtml, setResponseHeaders } from '@monitoring-service/http/node'
import compression from 'compression'
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { renderedFiles, staticFiles } from './assets.ts'
import type { DocsOptions } from './docs-options.ts'
import { renderLanding } from './landing.ts'

/** Serves the pages, and hands every other request to `next`. `/` is a page only for callers that prefer HTML. */
export function withDocs(next: RequestListener, { hasDemo, mockUrl, isReady }: DocsOptions): RequestListener {
  const thisServer = { url: '/', description: 'This server' }
  const servers = mockUrl ? [thisServer, { url: mockUrl, description: 'The mock' }] : [thisServer]
  const rendered = renderedFiles({ servers, hasDemo })
  const pages = new Map<string, RequestHandler>([
    ['/', sendText('.html', () => renderLanding(mockUrl, hasDemo))],
    // Relative, like every URL in the pages.
    ['/docs', (_request, response) => void response.writeHead(308, { Location: 'docs/' }).end()],
    ['/docs/ready.json', async (_request, response) => void response.json({ ready: await isReady() })],
    ['/openapi.yaml', sendText('.yaml', rendered['openapi.yaml'])],
  ])
  for (const [name, render] of Object.entries(rendered)) {
    pages.set(`/docs/${name === 'index.html' ? '' : name}`, sendText(extname(name), render))
  }
  const here = import.meta.dirname
  for (const [name, root] of Object.entries({ ...staticFiles, 'landing.css': here, 'landing.client.js': here })) {
    pages.set(`/docs/${name}`, (_request, response) =>
      response.sendFile(name, { root, cacheControl: false, acceptRanges: false, headers: revalidate }),
    )
  }
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
  const app = express().disable('x-powered-by')
  app.use(compression(), (request: Request, response: Response, next: NextFunction) => {
    setResponseHeaders(request, response)
    response.setHeader('Content-Security-Policy', policy)
    if (request.path === '/') response.vary('Accept')
    return pages.get(request.path)?.(request, response, next)
  })
  app.use((error: { status?: number }, _request: Request, response: Response, _next: NextFunction) => {
    if (response.headersSent) response.destroy()
    else
      response
        .status(error.status ?? 500)
        .type('text/plain')
        .send('This page is not available at the moment.\n')
  })

  return (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? ''
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isPage = isRead && pages.has(path) && (path !== '/' || prefersHtml(request))
    if (isPage) app(request, response)
    else next(request, response)
  }
}

/** Browsers keep a copy and ask each time whether it is still current (ETag). */
const revalidate = { 'Cache-Control': 'no-cache' }

/** Renders at the first request, because rendering the contract takes some 100 ms. */
function sendText(extension: string, render: () => string): RequestHandler {
  let text: string | undefined
  return (_request, response) => {
    text ??= render()
    response
      .set(revalidate)
      .type(extension === '.yaml' ? 'application/yaml' : extension)
      .send(text)
  }
}
