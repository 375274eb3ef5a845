/** The rule that named examples are scenarios: paired, unambiguous, and valid by their schemas. */
import { type LocatedExample, listExamples, type OperationExamples, type ResponseExample } from '../derive/examples.ts'
import type { Document, Example } from '../openapi/document.ts'
import { distinct, type LintError } from './lint-error.ts'
import { lintOptionalFields } from './optional-fields.ts'
import { createSchemaValidator, type SchemaValidator } from './schema-validator.ts'

type Check = (operation: OperationExamples, validate: SchemaValidator) => LintError[]

export function lintScenarios(document: Document): LintError[] {
  const validate = createSchemaValidator(document)
  const checks = [requestsWithoutResponse, responsesWithoutRequest, responsesWithoutExample, validRequestsOf400]
  return [
    ...apply(checks, document, validate),
    ...lintContradictions(document, validate),
    ...lintOptionalFields(document),
  ]
}

/** The rules that an unfinished document must obey too: its parts must not contradict each other. */
export function lintContradictions(document: Document, validate: SchemaValidator): LintError[] {
  return apply([ambiguousNames, invalidRequests, invalidResponses, conflictingCallers], document, validate)
}

function apply(checks: Check[], document: Document, validate: SchemaValidator): LintError[] {
  return distinct(listExamples(document).flatMap((operation) => checks.flatMap((check) => check(operation, validate))))
}

function error({ pointer }: { pointer: string[] }, message: string): LintError {
  return { rule: 'scenarios', message, pointer }
}

function responseNamed({ responseExamples }: OperationExamples, name: string): ResponseExample | undefined {
  return responseExamples.find((response) => response.name === name)
}

function requestsWithoutResponse(operation: OperationExamples): LintError[] {
  return operation.requestExamples
    .filter(({ name }) => !responseNamed(operation, name))
    .map((request) => error(request, `${operation.operationId} has no response named ${request.name}`))
}

/** With one of these, a response alone is a scenario: it differs from the operation's first one by the extension. */
const differences = ['x-caller', 'x-credential', 'x-given', 'x-send'] as const

function responsesWithoutRequest({ operationId, requestExamples, responseExamples }: OperationExamples): LintError[] {
  return responseExamples
    .filter(({ name }) => !requestExamples.some((request) => request.name === name))
    .filter(({ example }) => !differences.some((key) => example?.[key] !== undefined))
    .map((response) =>
      error(response, `${operationId} has no request named ${response.name}; add one, or ${differences.join(', ')}`),
    )
}

function ambiguousNames(operation: OperationExamples): LintError[] {
  return operation.responseExamples
    .filter(({ name, status }) => responseNamed(operation, name)?.status !== status)
    .map((response) => error(response, `${operation.operationId} has ${response.name} under more than one status`))
}

function responsesWithoutExample({ responses }: OperationExamples): LintError[] {
  return responses.flatMap((response) => {
    const media = Object.values(response.node.content ?? {})
    if (media.length === 0) {
      return response.node['x-microcks-refs']?.length ? [] : [error(response, 'no x-microcks-refs names a scenario')]
    }
    const hasExamples = media.every(({ examples }) => Object.keys(examples ?? {}).length > 0)
    return hasExamples ? [] : [error(response, 'the response has no example')]
  })
}

/** Whether the request is sent in another form than the example's value, so that no schema applies to it. */
function isSentDifferently(example: Example | undefined): boolean {
  return example?.['x-send'] !== undefined && !example['x-send'].beyondSchema
}

/** Requests must match their schema, except in the scenarios of 400 that no rule beyond the schema explains. */
function invalidRequests(operation: OperationExamples, validate: SchemaValidator): LintError[] {
  return operation.requestExamples
    .filter(({ example }) => !isSentDifferently(example))
    .filter(({ name, example }) => {
      const response = responseNamed(operation, name)
      return response && (response.status !== 400 || example['x-send']?.beyondSchema)
    })
    .flatMap((request) => violations(request, validate))
}

function validRequestsOf400(operation: OperationExamples, validate: SchemaValidator): LintError[] {
  const rejected = operation.responseExamples.filter(({ status, example }) => status === 400 && !example?.['x-send'])
  return rejected.flatMap(({ name }) => {
    const parts = operation.requestExamples.filter((request) => request.name === name)
    const [first] = parts
    if (!first || parts.some(({ example }) => example['x-send'])) return []
    const isValid = parts.every(({ schema, example }) => validate(schema, example.value).length === 0)
    return isValid ? [error(first, `${operation.operationId} rejects ${name} with 400, but the request is valid`)] : []
  })
}

function invalidResponses({ responseExamples }: OperationExamples, validate: SchemaValidator): LintError[] {
  return responseExamples.flatMap(({ name, example, schema, pointer, status }) => {
    if (!example || !schema) return []
    const stated = (example.value as { error?: { status?: unknown } } | undefined)?.error?.status
    return stated !== undefined && stated !== status
      ? [error({ pointer }, `${name} has the status ${stated} in a response of ${status}`)]
      : violations({ name, example, schema, pointer }, validate)
  })
}

function violations({ name, example, schema, pointer }: LocatedExample, validate: SchemaValidator): LintError[] {
  const [reason] = validate(schema, example.value)
  return reason ? [error({ pointer }, `${name} does not match its schema: ${reason}`)] : []
}

/** The examples of one scenario may each say who calls. */
function conflictingCallers({ operationId, requestExamples, responseExamples }: OperationExamples): LintError[] {
  const examples = [...requestExamples, ...responseExamples]
  return (['x-caller', 'x-credential'] as const).flatMap((key) => {
    const having = examples.filter(({ example }) => example?.[key])
    return having
      .filter(({ name, example }) => having.find((other) => other.name === name)?.example?.[key] !== example?.[key])
      .map((differing) => error(differing, `the examples of ${differing.name} in ${operationId} disagree on ${key}`))
  })
}
