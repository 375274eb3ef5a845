/** The documents for programs: the contract in each form, collections and guides. */
import { contract } from '@monitoring-service/contract'
import { collections, publishedForms } from '@monitoring-service/contract/files'
import { listen, type RunningServer } from '@monitoring-service/http/node'
import { afterAll, describe, expect, it } from 'vitest'
import { documentFile } from '../../server/site/document-file.ts'
import { withDocs } from '../../server/site/routes.ts'
import { transmit } from '../support/raw-http.ts'

const serve = (hasDemo: boolean): Promise<RunningServer> =>
  listen(
    withDocs((_request, response) => response.writeHead(404).end('not ours'), { hasDemo }),
    0,
  )
const demo = await serve(true)
const production = await serve(false)
afterAll(() => Promise.all([demo, production].map((server) => server.close(0))))

const guides = ['llms.txt', 'llms-full.txt']
const forms = ['openapi.yaml', 'openapi.schema.json', ...Object.keys(publishedForms)]
const read = async ({ url }: RunningServer, path: string, headers = {}) => {
  const response = await fetch(`${url}/${path}`, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('The documents for programs', () => {
  it.each([...guides, ...forms, ...Object.keys(collections)])(
    '%s may be read by pages of any origin, and names the address at which it was asked for',
    async (name) => {
      const { headers, text } = await read(demo, name, { origin: 'https://page.example' })
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(text).not.toContain('localhost:3000')
      expect(text.includes(demo.url)).toBe(name !== 'openapi.schema.json')
    },
  )

  it('have the scheme that a proxy reports, and no address that is no host', async () => {
    const https = await read(production, 'llms.txt', { 'x-forwarded-proto': 'https' })
    expect(https.text).toContain(production.url.replace('http:', 'https:'))
    expect(https.headers.get('vary')).toContain('X-Forwarded-Proto')
    const { body } = await transmit(production.url, 'GET', '/openapi-client.json', { Host: 'a"b' })
    expect(body).toMatchObject({ servers: [{ url: 'http://localhost:3000' }] })
  })

  it('are generated once, whatever a client sends as Host', async () => {
    let renders = 0
    const file = documentFile('form.json', () => JSON.stringify([++renders, 'http://localhost:3000']))
    const server = await listen(file, 0)
    for (const host of ['a.example', 'b.example', 'a.example']) {
      expect((await transmit(server.url, 'GET', '/', { Host: host })).body).toEqual([1, `http://${host}`])
    }
    await server.close(0)
  })

  it('are generated again after a failure', async () => {
    let renders = 0
    const file = documentFile('form.json', async () => {
      if (++renders === 1) throw new Error('no thread')
      return '{}'
    })
    const server = await listen((request, response) => {
      file(request, response).catch(() => response.writeHead(500).end())
    }, 0)
    expect([(await read(server, '')).status, (await read(server, '')).status]).toEqual([500, 200])
    await server.close(0)
  })

  it('are no collections of a demo where the server has none', async () => {
    for (const name of Object.keys(collections)) {
      expect([name, (await read(demo, name)).status, (await read(production, name)).status]).toEqual([name, 200, 404])
      expect((await read(production, 'llms.txt')).text).not.toContain(name)
      expect((await read(production, 'docs/')).text).not.toContain(name)
    }
  })

  it('tell a language model the address, how to log in, and what goes into the header', async () => {
    const { text } = await read(production, 'llms.txt')
    for (const fact of [production.url, 'POST /auth/login', 'Authorization: Bearer', 'X-Admin-Api-Key', 'before'])
      expect(text).toContain(fact)
  })

  it('tell a language model of an account that has incidents, and of their ids, where the server has one', async () => {
    const { text } = await read(demo, 'llms.txt')
    expect(text).toContain('log in as `owner@acme.example` with `')
    expect(text).toMatch(/`incidents.resolve`; ids of this server: \w{26}, \w{26}/)
    expect((await read(production, 'llms.txt')).text).not.toMatch(/acme.example|ids of this server/)
  })

  it('name no command of this project, and no mock, at the address of a server without a demo', async () => {
    const { text } = await read(production, '', { accept: 'text/html' })
    expect(text).toContain('<title>Monitoring Service')
    expect(text).not.toMatch(/npm run|_mock|The mock/)
  })

  it('are one with the whole reference in less than 40 kB', async () => {
    const { text } = await read(production, 'llms-full.txt')
    expect(Buffer.byteLength(text)).toBeLessThan(40_000)
    for (const { method, path } of Object.values(contract.operations)) expect(text).toContain(`\`${method} ${path}\``)
    for (const code of Object.keys(contract.errors)) expect(text).toMatch(new RegExp(`- \`${code}\` \\(\\d{3}\\): \\S`))
    expect(text).toMatch(/\nDELETE \/api\/v1\/monitors\/\w+\/stats\?before=/)
    for (const field of [
      'verificationCode',
      'deletedCount',
      'daysRemaining',
      'before',
      'upgradeUrl',
      'Without it, all',
    ])
      expect(text).toContain(field)
  })
})

describe('The pages', () => {
  it('speak of demo data only where the server has it', async () => {
    expect((await read(demo, 'docs/')).text).toContain('<h2 id="demo-data">')
    expect((await read(production, 'docs/')).text).not.toMatch(/demo data|demo-data/i)
  })

  it.each(['', 'docs/'])('at /%s print no command that a package of somebody else could answer', async (path) => {
    const { text } = await read(demo, path, { accept: 'text/html' })
    expect(text.replace(/<[^>]*>/g, '')).not.toMatch(
      /(?:npx|npm (?:i|install|exec|init)) (?:-\S+ )*@monitoring-service/,
    )
  })
})
