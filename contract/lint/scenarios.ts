/** The rule that named examples are scenarios: paired, unambiguous, and true to the schemas. */
import type { Document, Example } from '../openapi/document.ts'
import type { Answer, Scene, Side } from './collect-examples.ts'
import { listScenes } from './collect-examples.ts'
import type { LintError } from './lint-error.ts'
import { distinct } from './lint-error.ts'
import type { SchemaValidator } from './schema-validator.ts'

export function lintScenarios(document: Document, judge: SchemaValidator): LintError[] {
  return apply([unanswered, unasked, silent, unrefused], document, judge).concat(lintContradictions(document, judge))
}

/** Of these rules those that a contract cannot break without saying two things at once, be it finished or not. */
export function lintContradictions(document: Document, judge: SchemaValidator): LintError[] {
  return apply([ambiguous, unfit, wrongAnswers, conflicts], document, judge)
}

function apply(
  checks: ((scene: Scene, judge: SchemaValidator) => LintError[])[],
  document: Document,
  judge: SchemaValidator,
): LintError[] {
  return distinct(listScenes(document).flatMap((scene) => checks.flatMap((check) => check(scene, judge))))
}

function problem({ pointer }: { pointer: string[] }, message: string): LintError {
  return { rule: 'scenarios', message, pointer }
}

function answerTo({ answers }: Scene, name: string): Answer | undefined {
  return answers.find((answer) => answer.name === name)
}

function unanswered(scene: Scene): LintError[] {
  return scene.requests
    .filter(({ name }) => !answerTo(scene, name))
    .map((side) => problem(side, `${scene.operationId} has no answer named ${side.name}`))
}

/** These make a scenario of a response alone: it differs from the operation's first one by what they say. */
const differences = ['x-caller', 'x-credential', 'x-given', 'x-send'] as const

function unasked({ operationId, requests, answers }: Scene): LintError[] {
  return answers
    .filter(({ name }) => !requests.some((request) => request.name === name))
    .filter(({ example }) => !differences.some((key) => example?.[key] !== undefined))
    .map((answer) =>
      problem(answer, `${operationId} has no request named ${answer.name}, nor does the answer say more`),
    )
}

function ambiguous(scene: Scene): LintError[] {
  return scene.answers
    .filter(({ name, status }) => answerTo(scene, name)?.status !== status)
    .map((answer) => problem(answer, `${scene.operationId} answers ${answer.name} with more than one status`))
}

function silent({ responses }: Scene): LintError[] {
  return responses.flatMap((response) => {
    const media = Object.values(response.node.content ?? {})
    if (media.length === 0) {
      return response.node['x-microcks-refs']?.length ? [] : [problem(response, 'no x-microcks-refs names a scenario')]
    }
    const exemplary = media.every(({ examples }) => Object.keys(examples ?? {}).length > 0)
    return exemplary ? [] : [problem(response, 'no example shows this response')]
  })
}

/** Whether the wire carries something else than the value, so that no schema can judge it. */
function isOdd(example: Example | undefined): boolean {
  return example?.['x-send'] !== undefined && !example['x-send'].beyondSchema
}

/** Valid are the requests of all scenarios but the 400s, and those of which only rules beyond the schema complain. */
function unfit(scene: Scene, judge: SchemaValidator): LintError[] {
  return scene.requests
    .filter(({ example }) => !isOdd(example))
    .filter(({ name, example }) => {
      const answer = answerTo(scene, name)
      return answer && (answer.status !== 400 || example['x-send'])
    })
    .flatMap((side) => misfits(side, judge))
}

function unrefused(scene: Scene, judge: SchemaValidator): LintError[] {
  const refused = scene.answers.filter(({ status, example }) => status === 400 && !example?.['x-send'])
  return refused.flatMap(({ name }) => {
    const parts = scene.requests.filter((request) => request.name === name)
    const [first] = parts
    if (!first || parts.some(({ example }) => example['x-send'])) return []
    const valid = parts.every(({ schema, example }) => judge(schema, example.value).length === 0)
    return valid ? [problem(first, `${scene.operationId} refuses ${name} with 400, but it is a valid request`)] : []
  })
}

function wrongAnswers({ answers }: Scene, judge: SchemaValidator): LintError[] {
  return answers.flatMap(({ name, example, schema, pointer, status }) => {
    if (!example || !schema) return []
    const said = (example.value as { error?: { status?: unknown } } | undefined)?.error?.status
    const lies = said !== undefined && said !== status
    return lies
      ? [problem({ pointer }, `${name} says status ${said} in a response of ${status}`)]
      : misfits({ name, example, schema, pointer }, judge)
  })
}

function misfits({ name, example, schema, pointer }: Side, judge: SchemaValidator): LintError[] {
  const [reason] = judge(schema, example.value)
  return reason ? [problem({ pointer }, `${name} does not fit its schema: ${reason}`)] : []
}

function conflicts({ operationId, requests, answers }: Scene): LintError[] {
  const sides = [...requests, ...answers]
  return (['x-caller', 'x-credential'] as const).flatMap((key) =>
    sides.flatMap((side, index) => {
      const earlier = sides.slice(0, index).find(({ name, example }) => name === side.name && example?.[key])
      const said = side.example?.[key]
      return earlier && said && earlier.example?.[key] !== said
        ? [problem(side, `the sides of ${side.name} in ${operationId} disagree on ${key}`)]
        : []
    }),
  )
}
