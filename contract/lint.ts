/** All rules that the contract keeps beyond being valid OpenAPI. */
import type { Document } from './document.ts'
import { lintDecided } from './lint/decided.ts'
import { lintErrors } from './lint/errors.ts'
import type { Judge } from './lint/judge.ts'
import { makeJudge } from './lint/judge.ts'
import type { Problem } from './lint/problem.ts'
import { lintScenarios } from './lint/scenarios.ts'
import { listScenes } from './lint/scenes.ts'

export type { Problem } from './lint/problem.ts'
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
