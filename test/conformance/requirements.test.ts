/** Every requirement of the document is cited by a check or says what it would need. */
import { readFileSync } from 'node:fs'
import { requirements, sectionOf } from '@monitoring-service/contract/requirements'
import { describe, expect, test } from 'vitest'
import { checks } from '../../conformance/cli/checks.ts'

const document = readFileSync(new URL('../../service-document.txt', import.meta.url), 'utf8')
const cited = new Set(checks.flatMap(({ requirementIds }) => requirementIds))

describe('a requirement of the document', () => {
  for (const { id, text, needs } of requirements) {
    test(`§${id} ${text} is ${needs ? 'listed with what it needs' : 'cited by a check'}`, () => {
      expect(cited.has(id)).toBe(needs === undefined)
    })
  }

  test('belongs to a section of the document', () => {
    const headings = new Set([...document.matchAll(/^##+ (\d+(?:\.\d+)?)/gm)].map(([, number]) => number))
    for (const { id } of requirements) expect([...headings, '0']).toContain(sectionOf(id))
  })

  test('has a unique id', () => {
    expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length)
  })
})
