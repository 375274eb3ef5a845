/** The published collections: every scenario is in each of them, and the server returns what the .http file announces. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { demo, scenarios } from '@monitoring-service/contract'
import { credentialsOf } from '@monitoring-service/mock/credentials'
import { afterAll, expect, it } from 'vitest'
import { transmit } from '../../support/raw-http.ts'
import { asOf } from '../agreement/demo-data.ts'
import { startCollectionTarget } from './target.ts'

const folder = fileURLToPath(new URL('../../../contract/generated/collections/', import.meta.url))
const httpFile = readFileSync(`${folder}monitoring.http`, 'utf8')
const server = await startCollectionTarget()
afterAll(() => server.close(0))

const ids = scenarios
  .filter(({ send }) => !send.bytes)
  .map(({ operationId, name }) => `${operationId}.${name}`)
  .sort()

interface Section {
  id: string
  outcome: string
  request: string
  variables: [name: string, property: string][]
}

const sections = httpFile
  .split(/^### /m)
  .slice(1)
  .map((section): Section => {
    const [, id = '', outcome = '', rest = ''] = /^(\S+): (.*)\n([\s\S]*)$/.exec(section) ?? []
    const lines = rest.split('\n').filter((line) => !line.startsWith('#'))
    const variables = lines.flatMap((line) => {
      const [, name, property] = /^@(\w+) = \{\{\w+\.response\.body\.(\w+)\}\}$/.exec(line) ?? []
      return name && property ? [[name, property] as [string, string]] : []
    })
    return {
      id,
      outcome,
      request: lines
        .filter((line) => !line.startsWith('@'))
        .join('\n')
        .trim(),
      variables,
    }
  })

it('have every scenario whose body fits a file', () => {
  const { item }: { item: { name: string; item: { name: string }[] }[] } = JSON.parse(
    readFileSync(`${folder}postman.json`, 'utf8'),
  )
  const inPostman = item.flatMap(({ name, item }) => item.map((each) => `${name}.${each.name}`))
  const inBruno = globSync('*/*.bru', { cwd: `${folder}bruno` }).map((file) =>
    file.replace('/', '.').replace('.bru', ''),
  )
  for (const listed of [sections.map(({ id }) => id), inPostman, inBruno]) {
    expect(listed.filter((id) => !/^(?:logIn|environments)\.|\.folder$/.test(id)).sort()).toEqual(ids)
  }
})

it('get from the server what the .http file announces for each request', async () => {
  const { token = '' } = await credentialsOf({ caller: 'oauth@acme.example', credential: 'valid' }, asOf)
  const values = new Map([
    ['baseUrl', ''],
    ['adminKey', demo.adminApiKey],
    ['oauthAcmeToken', token],
  ])
  const differing: string[] = []
  for (const { id, outcome, request, variables } of sections) {
    const filled = request.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values.get(name) ?? `no ${name}`)
    const [head = '', ...body] = filled.split('\n\n')
    const [first = '', ...lines] = head.split('\n')
    const [method = '', target = ''] = first.split(/ (.*)/)
    const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/) as [string, string]))
    const response = await transmit(
      server.url,
      method,
      target,
      headers,
      body.length > 0 ? body.join('\n\n') : undefined,
    )
    for (const [name, property] of variables)
      values.set(name, String((response.body as Record<string, unknown>)[property]))
    const [status, code = ''] = response.statusLine.split(' ')
    if (!outcome.startsWith(`${status} `) || !outcome.endsWith(code)) differing.push(`${id}: ${response.statusLine}`)
  }
  expect(differing).toEqual([])
}, 60_000)
