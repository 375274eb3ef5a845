/** The contract obeys its lint rules, and each rule reports the changes that break it. */
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import type { LintError } from '../../contract/lint/index.ts'
import { lint } from '../../contract/lint/index.ts'
import type { Document } from '../../contract/openapi/document.ts'
import { readContract } from '../../contract/openapi/files.ts'
import { cases } from './lint/cases.ts'

const config = load(readFileSync(new URL('../../redocly.yaml', import.meta.url), 'utf8')) as {
  rules: Record<string, { documented: string[] }>
}
const documented = config.rules['monitoring/decided']?.documented ?? []

/** A copy without shared nodes: a YAML alias would apply one change twice. */
function copyContract(): Document {
  return JSON.parse(JSON.stringify(readContract()))
}

function exists(document: Document, { pointer }: LintError): boolean {
  let node: unknown = document
  for (const key of pointer) node = (node as Record<string, unknown> | undefined)?.[key]
  return node !== undefined
}

test('lint reports no error in openapi.yaml', { tags: ['P33'] }, async () => {
  expect(await lint(readContract(), documented)).toEqual([])
})

test.each(cases)('only the rule $rule reports when $when', async ({ rule, change, messages }) => {
  const document = copyContract()
  change(document)
  const errors = await lint(document, documented)
  expect(errors.map((error) => `${error.rule}: ${error.message}`)).toEqual(
    messages.map((message) => `${rule}: ${message}`),
  )
  expect(errors.filter((error) => !exists(document, error))).toEqual([])
})

test('each constraint that redocly.yaml lists as documented would otherwise need a reason', async () => {
  const errors = await lint(readContract(), [])
  expect(errors.map(({ pointer }) => `#/${pointer.join('/')}`).sort()).toEqual([...documented].sort())
})
