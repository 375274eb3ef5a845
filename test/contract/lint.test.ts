/** The mutation drill: the contract obeys its lint rules, and each rule rejects the changes that break it. */
import { expect, test } from 'vitest'
import { createExampleValidator, type LintError, rules } from '../../contract/lint/index.ts'
import type { Document } from '../../contract/openapi/document.ts'
import { readContract } from '../../contract/openapi/files.ts'
import { cases } from './lint/cases.ts'

/** Only the rule about examples needs the document's schemas, which take a while to compile. */
async function lint(document: Document, rule: LintError['rule']): Promise<LintError[]> {
  return rules[rule](document, rule === 'scenarios' ? await createExampleValidator(document) : () => [])
}

function exists(document: Document, { pointer }: LintError): boolean {
  let node: unknown = document
  for (const key of pointer) node = (node as Record<string, unknown> | undefined)?.[key]
  return node !== undefined
}

test.each(Object.keys(rules) as LintError['rule'][])(
  'openapi.yaml obeys the rule %s',
  { tags: ['P33'] },
  async (rule) => {
    expect(await lint(readContract(), rule)).toEqual([])
  },
)

test.each(cases)('the rule $rule rejects the contract when $when', async ({ rule, change, messages }) => {
  const document = readContract()
  change(document)
  const errors = await lint(document, rule)
  expect(errors.map(({ message }) => message)).toEqual(messages)
  expect(errors.filter((error) => !exists(document, error))).toEqual([])
})
