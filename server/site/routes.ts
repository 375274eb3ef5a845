/** Serves the pages in front of the API: the API reference below /docs, the contract at /openapi*, a way to them at /. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { contract } from '@monitoring-service/contract'
import { setResponseHeaders } from '@monitoring-service/http/node'
import Negotiator from 'negotiator'
import type { DocsOptions } from '../read-settings.ts'
import { documentFile } from './document-file.ts'
import { referenceFiles, rootFiles } from './files.ts'
import { staticFile } from './static-file.ts'

type Page = (request: IncomingMessage, response: ServerResponse) => unknown

/** Serves the pages, and hands every other request to `next`. */
export function withDocs(next: RequestListener, { hasDemo, mockUrl }: DocsOptions): RequestListener {
  const thisServer = { url: '/', description: 'This server' }
  const servers = mockUrl
    ? [thisServer, { url: mockUrl, description: 'The mock', isMock: true as const }]
    : [thisServer]
  const pages = new Map<string, Page>([
    // Relative, like every URL in the pages.
    ['/docs', redirect('docs/')],
    ['/errors', redirect('docs/#errors')],
    ['/errors/', redirect('../docs/#errors')],
  ])
  for (const [name, render] of Object.entries(referenceFiles({ servers, hasDemo }))) {
    pages.set(`/docs/${name === 'index.html' ? '' : name}`, staticFile(name, render))
  }
  for (const [name, render] of Object.entries(rootFiles(hasDemo))) {
    const file = documentFile(name, render)
    for (const folder of ['/', '/docs/']) pages.set(folder + name, file)
  }
  for (const code of Object.keys(contract.errors)) {
    for (const name of [code, code.toLowerCase()]) pages.set(`/errors/${name}`, redirect(`../docs/#${code}`))
  }
  // Not for good, since the server may be started without pages.
  const toReference = redirect('docs/', 307)
  /** A page for browsers, a guide for curl; a caller that asks for JSON gets the response of the API. */
  const atRoot = (request: IncomingMessage) => {
    const type = new Negotiator(request).mediaType(['text/plain', 'application/json', 'text/html'])
    return type === 'text/html' ? toReference : type === 'text/plain' ? pages.get('/llms.txt') : undefined
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

  return async (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? ''
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const page = isRead ? (path === '/' ? atRoot(request) : pages.get(path)) : undefined
    if (!page) return next(request, response)
    setResponseHeaders(request, response)
    response.setHeader('Content-Security-Policy', policy)
    response.setHeader('Link', '</openapi.json>; rel="service-desc"; type="application/json"')
    if (path === '/') response.setHeader('Vary', 'Accept')
    try {
      await page(request, response)
    } catch {
      if (response.headersSent) return void response.destroy()
      response.writeHead(500, { 'Content-Type': 'text/plain' }).end('This page is not available at the moment.\n')
    }
  }
}

function redirect(location: string, status = 308): Page {
  return (_request, response) => response.writeHead(status, { Location: location }).end()
}
