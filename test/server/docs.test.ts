/** The API reference: the contract itself, and a page whose every part comes from this server. */
import { readFileSync } from 'node:fs'
import { contractFile } from '@monitoring-service/contract/files'
import { type Listening, listen } from '@monitoring-service/gate/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withDocs } from '../../server/docs.ts'

let server: Listening
beforeAll(async () => {
  server = await listen(
    withDocs((_request, response) => response.writeHead(404).end('not ours')),
    0,
  )
})
afterAll(() => server.close())

describe('The reference', () => {
  it('is a page, all of whose parts come from this server', async () => {
    const { url } = server
    const response = await fetch(`${url}/docs`)
    const page = await response.text()
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'self';/)
    expect(page).not.toMatch(/https?:|\/\/[a-z]/)
    const parts = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, part]) => part)
    expect(parts.length).toBeGreaterThan(3)
    for (const part of parts) {
      const asset = await fetch(url + part)
      expect([part, asset.status]).toEqual([part, 200])
      expect(asset.headers.get('x-content-type-options')).toBe('nosniff')
      expect((await asset.arrayBuffer()).byteLength).toBeGreaterThan(50)
    }
    const script = await (await fetch(`${url}/docs/start.js`)).text()
    expect(script).not.toMatch(/https?:/)
    expect(script).toContain('validatorUrl: null')
  })

  it('shows the contract, which asks this server', async () => {
    const { url } = server
    expect(await (await fetch(`${url}/openapi.yaml`)).text()).toBe(readFileSync(contractFile, 'utf8'))
    const shown = (await (await fetch(`${url}/docs/openapi.json`)).json()) as { servers: unknown; paths: object }
    expect(shown.servers).toEqual([{ url: '/', description: 'This server' }])
    expect(Object.keys(shown.paths)).toHaveLength(8)
  })

  it('takes no path from the contract, and no other file from the disk', async () => {
    const { url } = server
    const paths = [
      '/docs/../package.json',
      '/docs/..%2fpackage.json',
      '/docs/%2e%2e',
      '/docs/no-such-file',
      '/docs/sub/x',
      '/openapi.yml',
      '/docs/.env',
    ]
    for (const path of paths) {
      const response = await fetch(url + path)
      expect([path, response.status, await response.text()]).toEqual([path, 404, 'not ours'])
    }
    for (const path of ['/docs', '/openapi.yaml']) {
      expect((await fetch(url + path, { method: 'POST' })).status).toBe(404)
    }
  })
})
