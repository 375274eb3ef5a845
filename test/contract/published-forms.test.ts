/** The forms in which the contract is published beside openapi.yaml. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Document } from '@monitoring-service/contract/document'
import { publishedForms, readContract, readPublishedForm } from '@monitoring-service/contract/files'
import { expect, it, onTestFinished } from 'vitest'

type Name = keyof typeof publishedForms
const names = Object.keys(publishedForms) as Name[]
const parse = (name: Name): Document => JSON.parse(readPublishedForm(name))
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
  for (const name of names) writeFileSync(join(folder, name), readPublishedForm(name))
  const files = names.filter((name) => name !== 'openapi.json')
  execFileSync('redocly', ['lint', ...files], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
})

it('differ in what their names say', () => {
  expect(parse('openapi-3.0.json').openapi).toMatch(/^3\.0\./)
  expect(readPublishedForm('openapi-documented.json')).not.toContain('x-decided')
  const examples = readPublishedForm('openapi-valid-examples.json')
  expect(examples).not.toContain('"missingPassword"')
  expect(examples).toContain('"wrongPassword"')
})

it('for clients accept more properties in responses, and no more in requests', () => {
  for (const name of ['openapi-client.json', 'openapi-3.0.json'] as const) {
    const { schemas } = parse(name).components
    const closed = Object.entries(schemas).filter(([, schema]) =>
      JSON.stringify(schema).includes('"additionalProperties":false'),
    )
    expect(closed.map(([schema]) => schema)).toEqual([
      ...['SignupRequest', 'LoginRequest', 'ResolveRequest', 'PasswordProof', 'VerificationCodeProof'],
    ])
  }
})
