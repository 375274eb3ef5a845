/** The contract keeps its own rules, and each rule catches what it is there for. */
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import type { LintError } from '../../contract/lint/index.ts'
import { lint } from '../../contract/lint/index.ts'
import type { Document } from '../../contract/openapi/document.ts'
import { readContract } from '../../contract/openapi/files.ts'
import { breakages } from './lint/breakages.ts'

const config = load(readFileSync(new URL('../../redocly.yaml', import.meta.url), 'utf8')) as {
  rules: Record<string, { stated: string[] }>
}
const stated = config.rules['monitoring/decided']?.stated ?? []

/** A copy in which nothing is shared, so that one change is one change. */
function copyContract(): Document {
  return JSON.parse(JSON.stringify(readContract()))
}

function exists(document: Document, { pointer }: LintError): boolean {
  let at: unknown = document
  for (const key of pointer) at = (at as Record<string, unknown> | undefined)?.[key]
  return at !== undefined
}

test('The contract has no problem.', { tags: ['P33'] }, async () => {
  expect(await lint(readContract(), stated)).toEqual([])
})

for (const { rule, when, breakIt, says } of breakages) {
  test(`The rule \`${rule}\`, and no other, complains when ${when}.`, async () => {
    const document = copyContract()
    breakIt(document)
    const problems = await lint(document, stated)
    expect(problems.map((problem) => `${problem.rule}: ${problem.message}`)).toEqual(
      says.map((said) => `${rule}: ${said}`),
    )
    expect(problems.filter((problem) => !exists(document, problem))).toEqual([])
  })
}

test('Each constraint that is listed as stated would otherwise need a reason.', async () => {
  const problems = await lint(readContract(), [])
  expect(problems.map(({ pointer }) => `#/${pointer.join('/')}`).sort()).toEqual([...stated].sort())
})
