/** The lint rules of the contract beyond valid OpenAPI. */
import { listExamples } from '../derive/examples.ts'
import type { Document } from '../openapi/document.ts'
import { lintAliases } from './aliases.ts'
import { lintBounds } from './bounds.ts'
import { lintDecided } from './decided.ts'
import { lintErrors } from './errors.ts'
import { lintExtensions } from './extensions.ts'
import type { LintError } from './lint-error.ts'
import { lintScenarios } from './scenarios.ts'
import { createSchemaValidator, type SchemaValidator } from './schema-validator.ts'

export type { LintError } from './lint-error.ts'

/** The rules by their names in redocly.yaml; `validate` has the schemas of the examples. */
export const rules: Record<LintError['rule'], (document: Document, validate: SchemaValidator) => LintError[]> = {
  aliases: lintAliases,
  extensions: lintExtensions,
  scenarios: lintScenarios,
  decided: lintDecided,
  errors: lintErrors,
  bounds: lintBounds,
}

/** A validator for every schema that has examples. */
export function createExampleValidator(document: Document): Promise<SchemaValidator> {
  const examples = listExamples(document).flatMap(({ requestExamples, responseExamples }) => [
    ...requestExamples,
    ...responseExamples,
  ])
  return createSchemaValidator(
    document,
    examples.flatMap(({ schema }) => (schema ? [schema] : [])),
  )
}
