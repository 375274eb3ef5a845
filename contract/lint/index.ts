/** The lint rules of the contract beyond valid OpenAPI. */
import type { Document } from '../openapi/document.ts'
import { lintAliases } from './aliases.ts'
import { lintBounds } from './bounds.ts'
import { lintDecided } from './decided.ts'
import { lintErrors } from './errors.ts'
import { lintExtensions } from './extensions.ts'
import type { LintError } from './lint-error.ts'
import { lintScenarios } from './scenarios.ts'

export type { LintError } from './lint-error.ts'

/** The rules by their names in redocly.yaml. */
export const rules: Record<LintError['rule'], (document: Document) => LintError[]> = {
  aliases: lintAliases,
  extensions: lintExtensions,
  scenarios: lintScenarios,
  decided: lintDecided,
  errors: lintErrors,
  bounds: lintBounds,
}
