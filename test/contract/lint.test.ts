/** The mutation drill: the contract obeys its lint rules, and each rule rejects the changes that break it. */
import { expect, test } from 'vitest'
import { type LintError, rules } from '../../contract/lint/index.ts'
import type { Document } from '../../contract/openapi/document.ts'
import { readContract } from '../../contract/openapi/files.ts'
import { cases } from './lint/cases.ts'

function exists(document: Document, { pointer }: LintError): boolean {
  let node: unknown = document
  for (const key of pointer) node = (node as Record<string, unknown> | undefined)?.[key]
  return node !== undefined
}

test.each(Object.keys(rules) as LintError['rule'][])('openapi.yaml obeys the rule %s', { tags: ['P33'] }, (rule) => {
  expect(rules[rule](readContract())).toEqual([])
})

test.each(cases)('the rule $rule rejects the contract when $when', ({ rule, change, messages }) => {
  const document = readContract()
  change(document)
  const errors = rules[rule](document)
  expect(errors.map(({ message }) => message)).toEqual(messages)
  expect(errors.filter((error) => !exists(document, error))).toEqual([])
})
