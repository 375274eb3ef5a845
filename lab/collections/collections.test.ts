/** The published collections: every scenario is in each of them, and the server returns what the files for HTTP clients announce. */
import { demo, scenarios } from '@monitoring-service/contract'
import { credentialsOf } from '@monitoring-service/mock/credentials'
import { afterAll, expect, it } from 'vitest'
import { makePublished } from '../../contract/codegen/published.ts'
import { asOf } from '../../test/agreement/demo-data.ts'
import { sendAll } from './http-file.ts'
import { startCollectionTarget } from './target.ts'

const files = makePublished()
const server = await startCollectionTarget()
afterAll(() => server.close(0))

const ids = scenarios
  .filter(({ send }) => !send.bytes)
  .map(({ operationId, name }) => `${operationId}.${name}`)
  .sort()
const scenariosOf = (listed: string[]) => listed.filter((id) => !/^(?:logIn|environments)\.|\.folder$/.test(id)).sort()

it('have every scenario whose body fits a file', () => {
  const { item }: { item: { name: string; item: { name: string }[] }[] } = JSON.parse(
    files['collections/postman.json'] ?? '',
  )
  const inPostman = item.flatMap(({ name, item }) => item.map((each) => `${name}.${each.name}`))
  const inBruno = Object.keys(files).flatMap((path) => {
    const [, folder, name] = /^collections\/bruno\/(\w+)\/(.*)\.bru$/.exec(path) ?? []
    return folder ? [`${folder}.${name}`] : []
  })
  for (const listed of [inPostman, inBruno]) expect(scenariosOf(listed)).toEqual(ids)
})

it.each([
  ['monitoring.rest', 'REST Client of VS Code', false],
  ['monitoring.http', 'JetBrains and httpYac', true],
])(
  'get from the server what %s announces for each scenario, by the rules of %s',
  async (file, _client, hasScripts) => {
    const text = files[`collections/${file}`] ?? ''
    const { token = '' } = await credentialsOf({ caller: 'oauth@acme.example', credential: 'valid' }, asOf)
    const given = { baseUrl: '', adminKey: demo.adminApiKey, oauthAcmeToken: token }
    const sent = await sendAll(text, server.url, given, { hasScripts })
    expect(scenariosOf(sent.map(({ id }) => id))).toEqual(ids)
    const differing = sent.filter(({ outcome, statusLine }) => {
      const [status, code = ''] = statusLine.split(' ')
      return !outcome.startsWith(`${status} `) || !outcome.endsWith(code)
    })
    expect(differing).toEqual([])
  },
  60_000,
)
