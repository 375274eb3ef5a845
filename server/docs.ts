/** The API reference at /docs, from files of this machine only, and the contract itself at /openapi.yaml. */
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contractFile, readContract } from '@monitoring-service/contract/files'
import { greet } from '@monitoring-service/gate/node'
import express from 'express'

const assets = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui.css')))

const page = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Monitoring Service: API reference</title>
  <link rel="icon" href="/docs/favicon-32x32.png">
  <link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
  <div id="reference"></div>
  <script src="/docs/swagger-ui-bundle.js"></script>
  <script src="/docs/start.js"></script>
</body>
</html>
`

const script = `SwaggerUIBundle({
  url: '/docs/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  persistAuthorization: true,
  showExtensions: true,
  tryItOutEnabled: true,
  // The default asks a server on the internet.
  validatorUrl: null,
})
`

const files = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png', 'start.js', 'openapi.json']
const paths = new Set(['/openapi.yaml', '/docs', '/docs/', ...files.map((file) => `/docs/${file}`)])

/** Serves the reference, and leaves everything else to the next listener. */
export function withDocs(next: RequestListener): RequestListener {
  const docs = express()
  docs.disable('x-powered-by')
  docs.disable('etag')
  docs.use((request, response, done) => {
    greet(request, response)
    response.set(
      'Content-Security-Policy',
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
    )
    done()
  })
  docs.get('/docs', (_request, response) => void response.type('html').send(page))
  docs.get('/docs/start.js', (_request, response) => void response.type('js').send(script))
  // Relative to the page, so that requests from it stay on this server.
  const servers = [{ url: '/', description: 'This server' }]
  docs.get('/docs/openapi.json', (_request, response) => void response.json({ ...readContract(), servers }))
  docs.get('/openapi.yaml', (_request, response) => void response.type('yaml').send(readFileSync(contractFile)))
  docs.use('/docs', express.static(assets, { index: false, etag: false, lastModified: false, cacheControl: false }))
  const serve = docs as unknown as (request: object, response: object, notFound: () => void) => void
  return (request, response) => {
    const ours = paths.has(request.url?.split('?', 1)[0] ?? '')
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (ours && reads) serve(request, response, () => next(request, response))
    else next(request, response)
  }
}
