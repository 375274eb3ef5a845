/** The data of what the service document states has the tables of the document, and allows what the contract shows. */
import { readFileSync } from 'node:fs'
import { type SchemaObject, validate } from '@hyperjump/json-schema/openapi-3-1'
import { documented } from '@monitoring-service/contract/documented'
import { findRequirement } from '@monitoring-service/contract/requirements'
import { expect, test } from 'vitest'
import { deriveScenarios } from '../../contract/derive/scenarios.ts'
import { dereference, listOperations, type Schema } from '../../contract/openapi/document.ts'
import { readContract } from '../../contract/openapi/files.ts'
import { createSchemaValidator } from '../support/schema-validator.ts'

const text = readFileSync(new URL('../../service-document.txt', import.meta.url), 'utf8')
const operations = listOperations(documented)

/** The fields in the first table of a section, with their types. */
function tableOf(heading: string): Record<string, string> {
  const [, section = ''] = text.split(`\n${heading}`)
  const [table = ''] = section.match(/\| Field .*(?:\n\|.*)+/) ?? []
  const rows = [...table.matchAll(/^\| (\w+) \| ([^|]+) \|/gm)].slice(1)
  return Object.fromEntries(rows.map(([, name = '', type = '']) => [name, type]))
}

/** A field's type in the words of the document's tables. */
function typeOf(schema: Schema): string {
  const { type, format, pattern } = dereference<Schema>(documented, schema)
  const words = { email: ', format email', 'date-time': ', date-time', uri: ' (URL)' }[String(format)] ?? ''
  return [type].flat().join(' or ') + (pattern ? ' (ULID)' : words)
}

test.each([
  ['### 2.1', 'User'],
  ['### 2.2', 'Incident'],
  ['### 2.3', 'DeletionRequest'],
  ['## 7', 'ErrorBody'],
])('section %s of the document has the table of %s', (heading, name) => {
  const { properties = {} } = documented.components.schemas[name] as Schema
  const { properties: fieldsOfError } = Object(properties.error) as Schema
  const fields = Object.entries(fieldsOfError ?? properties).map(([field, of]) => [field, typeOf(of as Schema)])
  expect(Object.fromEntries(fields)).toEqual(tableOf(heading))
})

test('the operations are the headings of part 4, with the parameters that it lists', () => {
  const headings = [...text.matchAll(/^### (4\.\d) (\w+ .+)$/gm)]
  expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual(headings.map(([, , call]) => call))
  for (const [index, { operation }] of operations.entries()) {
    const [section = ''] = text.split('\n### ').filter((part) => part.startsWith(`${headings[index]?.[1]} `))
    const listed = section.match(/^- (?:Path|Query) parameters?:.*$/gm)?.flatMap((line) => line.match(/`(\w+)` \(/g))
    const names = (operation.parameters as { name: string }[] | undefined)?.map(({ name }) => `\`${name}\` (`)
    expect(names).toEqual(listed)
  }
})

test('each requirement that it names is a requirement of the document', () => {
  const ids = [...JSON.stringify(documented).matchAll(/"(?:x-requirement|[A-Z_]+)":"(\d.*?)"/g)].map(
    ([, id = '']) => id,
  )
  expect(ids.length).toBeGreaterThan(70)
  for (const id of ids) findRequirement(id)
})

test('it is a valid OpenAPI document', { tags: ['P33'] }, async () => {
  const dialect = 'https://spec.openapis.org/oas/3.1/schema-base'
  expect(await validate(dialect, documented as unknown as SchemaObject, 'BASIC')).toEqual({ valid: true })
})

test("it allows every response and every accepted body of the contract's scenarios", async () => {
  const media = ['content', 'application/json', 'schema']
  const located = deriveScenarios(readContract()).flatMap(({ operationId, response, body, status, send }) => {
    const found = operations.find(({ operation }) => operation.operationId === operationId)
    // A decided operation is not in the document.
    if (!found) return []
    const { method, path } = found
    const at = ['paths', path, method.toLowerCase()]
    const responses = [...at, 'responses', `${String(status)[0]}XX`, ...media]
    return [
      ...(response && status < 500 ? [{ location: responses, value: response }] : []),
      ...(body !== undefined && status !== 400 && !('contentType' in send)
        ? [{ location: [...at, 'requestBody', ...media], value: body }]
        : []),
    ]
  })
  const validateAt = await createSchemaValidator(
    documented,
    located.map(({ location }) => location),
  )
  expect(located.length).toBeGreaterThan(150)
  expect(located.flatMap(({ location, value }) => validateAt(location, value))).toEqual([])
})
