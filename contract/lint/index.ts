/** The lint rules of the contract beyond valid OpenAPI. */
import { listExamples } from '../derive/examples.ts'
import type { Document } from '../openapi/document.ts'
import { lintBounds } from './bounds.ts'
import { lintDecided } from './decided.ts'
import { lintErrors } from './errors.ts'
import type { LintError } from './lint-error.ts'
import { lintScenarios } from './scenarios.ts'
import { createSchemaValidator, type SchemaValidator } from './schema-validator.ts'

export type { LintError } from './lint-error.ts'
export { lintBounds, lintDecided, lintErrors, lintScenarios }

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

/** @param documented the constraints that the service document states, as in redocly.yaml. */
export async function lint(document: Document, documented: string[]): Promise<LintError[]> {
  const validate = await createExampleValidator(document)
  return [
    ...lintScenarios(document, validate),
    ...lintDecided(document, documented),
    ...lintErrors(document),
    ...lintBounds(document),
  ]
}
