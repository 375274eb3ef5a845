/** Sends a file from memory: compressed once, and not at all to a client that has it. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { remember } from '@monitoring-service/contract/files'
import Negotiator from 'negotiator'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.http': 'text/plain; charset=utf-8',
  '.rest': 'text/plain; charset=utf-8',
}

const encoders: Record<string, (text: string) => Promise<Buffer>> = {
  // Level 9 of 11: the last two take ten times as long.
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text) => promisify(gzip)(text),
  identity: async (text) => Buffer.from(text),
}

/** @param render is called at the first request. */
export function staticFile(name: string, render: () => string | Promise<string>) {
  const rendered = remember(async () => {
    const text = await render()
    return { text, hash: createHash('sha256').update(text).digest('base64url').slice(0, 22) }
  })
  const encoded = new Map<string, Promise<Buffer>>()
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { text, hash } = await rendered()
    const encoding = new Negotiator(request).encoding(Object.keys(encoders)) ?? 'identity'
    const etag = `"${hash}-${encoding}"`
    response.setHeader('ETag', etag)
    // Browsers keep a copy and ask each time whether it is still current.
    response.setHeader('Cache-Control', 'no-cache')
    response.appendHeader('Vary', 'Accept-Encoding')
    const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    if (known?.includes(etag) || known?.includes('*')) return void response.writeHead(304).end()
    const encode = encoders[encoding] as (text: string) => Promise<Buffer>
    if (!encoded.has(encoding)) encoded.set(encoding, encode(text))
    const body = (await encoded.get(encoding)) as Buffer
    response.writeHead(200, {
      'Content-Type': types[extname(name)],
      'Content-Length': body.length,
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}
