/** All changes that break one lint rule each, with the messages that the rule reports. */
import type { LintError } from '../../../contract/lint/index.ts'
import type { Document } from '../../../contract/openapi/document.ts'
import { aliasCases } from './aliases.ts'
import { boundCases } from './bounds.ts'
import { decidedElementCases } from './decided-elements.ts'
import { decidedOperationCases } from './decided-operations.ts'
import { errorCases } from './errors.ts'
import { extensionCases } from './extensions.ts'
import { scenarioCases } from './scenarios.ts'

export type Row = [when: string, change: (document: Document) => void, ...messages: string[]]

const rows: Record<LintError['rule'], Row[]> = {
  aliases: aliasCases,
  extensions: extensionCases,
  scenarios: scenarioCases,
  decided: [...decidedOperationCases, ...decidedElementCases],
  errors: errorCases,
  bounds: boundCases,
}

export const cases = Object.entries(rows).flatMap(([rule, listed]) =>
  listed.map(([when, change, ...messages]) => ({ rule: rule as LintError['rule'], when, change, messages })),
)
