/** A page of the mock: one HTML document without external resources. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { baseStyle, type Html, html, rawHtml, renderPage } from '@monitoring-service/contract/html'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * @param folder holds the page's own `page.css` and `page.client.js`.
 * @returns a function that sends the page.
 */
export function createPage(title: string, folder: URL): (response: ServerResponse, body: Html) => void {
  const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
  const style = baseStyle + read('../pages.css') + read('page.css')
  const script = read('page.client.js')
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  const head = html`<link rel="icon" href="data:,">
<style>${rawHtml(style)}</style>`
  return (response, body) => {
    response.setHeader('Content-Security-Policy', policy)
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    const withScript = html`${body}
<script>${rawHtml(script)}</script>`
    response.end(renderPage({ title, head, body: withScript }))
  }
}
