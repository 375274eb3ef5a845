/** What the API reference says: headers, limits, clients, scopes, servers and error codes. */
import { readFileSync } from 'node:fs'
import { contract } from '@monitoring-service/contract'
import { contractFile, readContract } from '@monitoring-service/contract/files'
import type { RunningServer } from '@monitoring-service/http/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mockUrl, servePages } from './serve-pages.ts'

let server: RunningServer
beforeAll(async () => {
  server = await servePages()
})
afterAll(() => server.close())

describe('The pages', () => {
  it('name each header with the statuses that have it, and each limit with its unit', async () => {
    const page = (await (await fetch(`${server.url}/docs/`)).text()).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
    for (const [name, where] of [
      ['X-Request-Id', 'every response'],
      ['Retry-After', '429'],
      ['Retry-After', '503'],
      ['Allow', '405'],
      ['WWW-Authenticate', '403'],
    ])
      expect(page).toContain(`${name} ${where} `)
    for (const limit of ['gracePeriodDays 30 days', 'bodyBytes 65,536 bytes', 'causeLength 10,000 characters'])
      expect(page).toContain(limit)
  })

  it('name the command for a client in each language, with links to this page only', async () => {
    const page = await (await fetch(`${server.url}/docs/`)).text()
    const guide = page.slice(page.indexOf('<section id="clients"'))
    for (const language of ['TypeScript', 'Python', 'Go', 'Java', 'Kotlin', 'Rust', 'Ruby', 'PHP'])
      expect(guide).toContain(`<td>${language}</td>`)
    expect(guide).toContain('/openapi-client.json')
    expect(page.match(/<a href="#clients">/g)).toHaveLength(1)
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => `#${id}`)
    const links = [...guide.matchAll(/ href="([^"]*)"/g)].map(([, url = '']) => url)
    expect(links).toContain('#compatibility')
    expect(links.filter((url) => !ids.includes(url))).toEqual([])
  })

  it('say who has which scope, where an operation needs one', async () => {
    const page = await (await fetch(`${server.url}/docs/`)).text()
    expect(page).toContain('<a href="#credentials">an access token with write scope</a>')
    const table = page.slice(page.indexOf('id="credentials"')).replace(/<[^>]*>/g, ' ')
    expect(table).toMatch(
      /Authorization: Bearer\s[\s\S]*owners, admins and members of a team have\s+both, viewers have\s+read/,
    )
    expect(table).toContain('X-Admin-Api-Key')
  })

  it('show the contract, with this server and the mock as servers', async () => {
    const { url } = server
    const ownAddress = (text: string) => text.replaceAll('http://localhost:3000', url)
    expect(await (await fetch(`${url}/openapi.yaml`)).text()).toBe(ownAddress(readFileSync(contractFile, 'utf8')))
    const json = JSON.parse(ownAddress(JSON.stringify(readContract())))
    expect(await (await fetch(`${url}/openapi.json`)).json()).toEqual(json)
    const page = await (await fetch(`${url}/docs/`)).text()
    const servers = [...page.matchAll(/<option value="([^"]*)"(?: data-mock)?>(?:This server|The mock)/g)].map(
      ([, value]) => value,
    )
    expect(servers).toEqual(['/', mockUrl])
    for (const id of Object.keys(contract.operations)) expect(page).toContain(`<section class="operation" id="${id}"`)
    for (const code of Object.keys(contract.errors)) expect(page).toContain(`<article id="${code}"`)
  })

  it('explain each error code with a text of its own, and no id stands for two elements', async () => {
    const page = await (await fetch(`${server.url}/docs/`)).text()
    const texts = [...page.matchAll(/<dt>When<\/dt><dd>(.+)<\/dd><\/div>\n.*\n<div><dt>Repeat\?<\/dt><dd>(.+)<\/dd>/g)]
    expect(new Set(texts.map(([, when]) => when)).size).toBe(Object.keys(contract.errors).length)
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })
})
