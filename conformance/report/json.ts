/** report.json: the result, with words for its findings and records; `report.schema.json` describes it. */

import { type Finding, ruleOf } from '../verdict/finding.ts'
import { wordsOfGiven } from './given-words.ts'
import { wordsOfNote } from './note-words.ts'
import type { Result } from './result.ts'
import { wordsOf } from './words.ts'

/** jq refuses the escape of a lone surrogate; `seen` shows it, in quotes. */
const wellFormed = (_: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)

export function renderJson(result: Result): string {
  return `${JSON.stringify(toJson(result), wellFormed, 1)}\n`
}

export function renderExploration(result: Result): string {
  return `${JSON.stringify(toJson(result).exploration ?? null, wellFormed, 2)}\n`
}

export function toJson({ checks, exploration, ...result }: Result) {
  const found = exploration?.found.map(({ check, finding, steps }) => {
    const { step: _, ...rest } = toFinding(finding, check)
    return { check, ...rest, steps }
  })
  return {
    ...result,
    checks: checks.map((check) => ({
      ...check,
      given: check.given.map(wordsOfGiven),
      findings: check.findings.map((finding) => toFinding(finding, check.id)),
      steps: check.steps.map(({ operation: _, credentials: __, code: ___, ...step }) => step),
    })),
    ...(exploration && { exploration: { ...exploration, found } }),
  }
}

function toFinding(finding: Finding, id: string) {
  const { basis, operation, subject, claim, value, response, step, cites, notes } = finding
  return {
    provenance: basis,
    ...wordsOf(finding),
    rule: ruleOf(finding),
    ...(operation && { operation }),
    subject,
    claim,
    ...(isShort(value) && { value }),
    ...(response && { response }),
    ...(step !== undefined && { step }),
    ...(cites && { cites }),
    ...(notes && { notes: notes.map((note) => wordsOfNote(note, id)) }),
  }
}

/** Long values are in the bodies of the steps. */
function isShort(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value).length <= 300
}
