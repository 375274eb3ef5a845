/** All ways in which the tests break the contract, one thing at a time. */

import type { LintError } from '../../../contract/lint/index.ts'
import type { Document } from '../../../contract/openapi/document.ts'
import { decidedBreakages } from './decided.ts'
import { errorsBreakages } from './errors.ts'
import { scenariosBreakages } from './scenarios.ts'

/** When what happens, how, and all that the rule then says. */
export type Row = [when: string, breakIt: (document: Document) => void, ...says: string[]]

interface Breakage {
  rule: LintError['rule']
  when: string
  breakIt: (document: Document) => void
  says: string[]
}

function named(rule: LintError['rule'], rows: Row[]): Breakage[] {
  return rows.map(([when, breakIt, ...says]) => ({ rule, when, breakIt, says }))
}

export const breakages = [
  ...named('scenarios', scenariosBreakages),
  ...named('decided', decidedBreakages),
  ...named('errors', errorsBreakages),
]
