/** All rules that the contract keeps beyond being valid OpenAPI. */
import type { Document } from '../openapi/document.ts'
import { listScenes } from './collect-examples.ts'
import { lintDecided } from './decided.ts'
import { lintErrors } from './errors.ts'
import type { LintError } from './lint-error.ts'
import { lintScenarios } from './scenarios.ts'
import type { SchemaValidator } from './schema-validator.ts'
import { createSchemaValidator } from './schema-validator.ts'

export type { LintError } from './lint-error.ts'
export { lintDecided, lintErrors, lintScenarios }

/** A judge of everything that has examples. */
export function createExampleValidator(document: Document): Promise<SchemaValidator> {
  const sides = listScenes(document).flatMap(({ requests, answers }) => [...requests, ...answers])
  return createSchemaValidator(
    document,
    sides.flatMap(({ schema }) => (schema ? [schema] : [])),
  )
}

/** `stated` are the constraints that the service document itself states, as in redocly.yaml. */
export async function lint(document: Document, stated: string[]): Promise<LintError[]> {
  const judge = await createExampleValidator(document)
  return [...lintScenarios(document, judge), ...lintDecided(document, stated), ...lintErrors(document)]
}
