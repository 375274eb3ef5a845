/** All changes that break one lint rule each, with the messages that the rule reports. */
import type { LintError } from '../../../contract/lint/index.ts'
import type { Document } from '../../../contract/openapi/document.ts'
import { boundCases } from './bounds.ts'
import { decidedCases } from './decided.ts'
import { errorCases } from './errors.ts'
import { scenarioCases } from './scenarios.ts'

export type Row = [when: string, change: (document: Document) => void, ...messages: string[]]

const rows: Record<LintError['rule'], Row[]> = {
  scenarios: scenarioCases,
  decided: decidedCases,
  errors: errorCases,
  bounds: boundCases,
}

export const cases = Object.entries(rows).flatMap(([rule, listed]) =>
  listed.map(([when, change, ...messages]) => ({ rule, when, change, messages })),
)
