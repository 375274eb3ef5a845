/** The forms in which the contract is published beside openapi.yaml. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errors } from '@monitoring-service/contract'
import {
  type Document,
  dereference,
  listOperations,
  type Parameter,
  type Schema,
} from '@monitoring-service/contract/document'
import { collections, publishedForms, readContract, readPublished } from '@monitoring-service/contract/files'
import { expect, it, onTestFinished } from 'vitest'
import { packages } from '../../build/packages.ts'
import { writePublished } from '../../contract/codegen/published.ts'
import { listResponses } from '../../contract/openapi/locate.ts'

type Name = keyof typeof publishedForms
const names = Object.keys(publishedForms) as Name[]
const read = await Promise.all(names.map(async (name) => [name, await readPublished(name)] as const))
const texts = Object.fromEntries(read) as Record<Name, string>
const parse = (name: Name): Document => JSON.parse(texts[name])
const operationIds = ({ paths }: Document) =>
  Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId))

it('have all operations, of which the document may lack some, and the whole contract is one of them', () => {
  expect(parse('openapi.json')).toEqual(readContract())
  const all = operationIds(readContract())
  for (const name of names) {
    const own = operationIds(parse(name))
    expect(own).toEqual(name === 'openapi-documented.json' ? all.filter((id) => own.includes(id)) : all)
    expect(own.length).toBeGreaterThanOrEqual(8)
  }
})

it('are valid OpenAPI 3.1 and 3.0, and only the whole contract has examples of invalid requests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forms-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const rules = ['media-type', 'parameter', 'schema'].map((kind) => `  no-invalid-${kind}-examples: error\n`)
  writeFileSync(join(folder, 'redocly.yaml'), `extends: [spec]\nrules:\n${rules.join('')}`)
  for (const name of names) writeFileSync(join(folder, name), texts[name])
  const files = names.filter((name) => name !== 'openapi.json')
  execFileSync('redocly', ['lint', ...files], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
})

it.each(names)('%s describes the API only: no command of this project, no account of its demo', (name) => {
  const { description = '' } = parse(name).info as { description?: string }
  expect(description).not.toMatch(/\b(?:npm|npx)\b|\.example|demo/i)
})

it('differ in what their names say', () => {
  expect(parse('openapi-3.0.json').openapi).toMatch(/^3\.0\./)
  expect(texts['openapi-documented.json']).not.toContain('x-decided')
  const examples = texts['openapi-valid-examples.json']
  expect(examples).not.toContain('"missingPassword"')
  expect(examples).toContain('"wrongPassword"')
})

const forTools = ['openapi-client.json', 'openapi-3.0.json'] as const

it.each(forTools)(
  '%s has objects as bodies, since a tool of an agent takes no union, and the body of a deletion one property',
  (name) => {
    const document = parse(name)
    const bodies = listOperations(document).flatMap(({ operation }) =>
      Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => dereference<Schema>(document, schema)),
    )
    expect(bodies.map(({ type, oneOf }) => [type, oneOf])).toEqual(bodies.map(() => ['object', undefined]))
    expect(bodies.at(-1)).toMatchObject({ minProperties: 1, maxProperties: 1, additionalProperties: false })
  },
)

it.each(forTools)('%s has a literal address and no extension', (name) => {
  expect(parse(name).servers).toEqual([{ url: 'http://localhost:3000', description: 'The service' }])
  expect(texts[name]).not.toMatch(/"x-[a-z]/)
})

it.each(forTools)('%s warns in the schema of `before`, too, and proposes no X-Request-Id', (name) => {
  const document = parse(name)
  const parameters = listOperations(document).flatMap(({ operation }) =>
    (operation.parameters ?? []).map((one) => dereference<Parameter>(document, one)),
  )
  const before = parameters.filter((one) => one.name === 'before')
  expect(before).toHaveLength(2)
  for (const { schema } of before) {
    expect(dereference<Schema>(document, schema).description).toContain('Without it, all are deleted')
  }
  const header = parameters.find((one) => one.name === 'X-Request-Id')
  expect(JSON.stringify(header)).not.toContain('example')
})

it('in OpenAPI 3.0 have one type for all errors, which names each code, and scopes nowhere', () => {
  const document = parse('openapi-3.0.json')
  const bodies = listResponses(document)
    .filter(({ status }) => status >= '4')
    .map(({ node }) => node.content?.['application/json']?.schema)
  expect(new Set(bodies.map((schema) => JSON.stringify(schema)))).toEqual(
    new Set(['{"$ref":"#/components/schemas/ApiError"}']),
  )
  const text = JSON.stringify(document.components.schemas.ApiError)
  for (const code of Object.keys(errors)) expect(text).toContain(code)
  const scopes = listOperations(document).flatMap(({ operation }) => (operation.security ?? []).flatMap(Object.values))
  expect(scopes.flat()).toEqual([])
})

it('in OpenAPI 3.0 have one type for all headers of one name, as generators have one for responses of one body', () => {
  const document = parse('openapi-3.0.json')
  const all = listResponses(document).flatMap(({ node }) => Object.entries(node.headers ?? {}))
  const references = new Set(all.map(([name, header]) => `${name} ${(header as { $ref: string }).$ref}`))
  expect(references.size).toBe(new Set(all.map(([name]) => name)).size)
  expect(Object.keys(document.components.headers)).toHaveLength(references.size)
})

it('for tools have an address of a new account as the example of a sign-up, which a demo account would refuse', () => {
  for (const name of forTools) {
    const { email } = parse(name).components.schemas.SignupRequest?.properties ?? {}
    expect([name, JSON.stringify(email)]).toEqual([name, expect.stringContaining('ada@new.example')])
  }
})

it('for clients accept more properties in responses, and no more in requests', () => {
  for (const name of forTools) {
    const { schemas } = parse(name).components
    const closed = Object.entries(schemas).filter(([, schema]) =>
      JSON.stringify(schema).includes('"additionalProperties":false'),
    )
    expect(closed.map(([schema]) => schema)).toEqual([
      ...['SignupRequest', 'LoginRequest', 'ResolveRequest', 'AccountDeletionRequest'],
    ])
  }
})

it('are in the package of the server, with each collection that is one file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'package-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writePublished(folder, packages.server?.published)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name).sort()).toEqual(Object.keys({ ...publishedForms, ...collections }).sort())
})
