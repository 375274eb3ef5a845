/** All rules that the contract keeps beyond being valid OpenAPI. */
import type { Document } from '../openapi/document.ts'
import { listScenes } from './collect-examples.ts'
import { lintDecided } from './decided.ts'
import { lintErrors } from './errors.ts'
import type { Problem } from './problem.ts'
import { lintScenarios } from './scenarios.ts'
import type { Judge } from './validate-example.ts'
import { makeJudge } from './validate-example.ts'

export type { Problem } from './problem.ts'
export { lintDecided, lintErrors, lintScenarios }

/** A judge of everything that has examples. */
export function judgeExamples(document: Document): Promise<Judge> {
  const sides = listScenes(document).flatMap(({ requests, answers }) => [...requests, ...answers])
  return makeJudge(
    document,
    sides.flatMap(({ schema }) => (schema ? [schema] : [])),
  )
}

/** `stated` are the constraints that the service document itself states, as in redocly.yaml. */
export async function lint(document: Document, stated: string[]): Promise<Problem[]> {
  const judge = await judgeExamples(document)
  return [...lintScenarios(document, judge), ...lintDecided(document, stated), ...lintErrors(document)]
}
