/** The rule that the contract has everything that the service document states, and a reason in `x-decided` for the rest. */
import { codeSchemaOf, errorCodesOf } from '../derive/operations.ts'
import { documented } from '../documented/document.ts'
import { statedError } from '../documented/schemas.ts'
import type { Document, LocatedOperation, Operation, Parameter, Response } from '../openapi/document.ts'
import { listOperations } from '../openapi/document.ts'
import { type Located, locate } from '../openapi/locate.ts'
import { type Compare, createComparison } from './compare.ts'
import { listElements } from './elements.ts'
import { distinct, type LintError } from './lint-error.ts'
import { isDecided, type Node, reasonsOf, staleReasons } from './reasons.ts'

/** Keywords that explain the contract, or are compared where they are used. */
const roots = new Set(['openapi', 'info', 'components', 'paths', 'security', 'jsonSchemaDialect'])

export function lintDecided(document: Document): LintError[] {
  const compare = createComparison(document)
  const stated = new Map(listOperations(documented).map((located) => [nameOf(located), located.operation]))
  const operations = listOperations(document)
  const names = new Set(operations.map(nameOf))
  return distinct([
    ...compare(without(document, roots), without(documented, roots), []),
    ...[...stated]
      .filter(([name]) => !names.has(name))
      .map(([name, { 'x-requirement': id }]) =>
        error(['paths'], `the contract has no ${name}, which the document states (${id})`),
      ),
    ...operations.flatMap((located) => compareOperation(document, compare, located, stated.get(nameOf(located)))),
    ...compare({ headers: document.components.headers }, {}, ['components']),
    ...Object.entries(document.components.securitySchemes ?? {}).flatMap(([name, scheme]) =>
      compare(scheme, {}, ['components', 'securitySchemes', name]),
    ),
    ...listElements(document).flatMap(staleReasons),
  ])
}

function error(pointer: string[], message: string): LintError {
  return { rule: 'decided', message, pointer }
}

const nameOf = ({ method, path }: LocatedOperation) => `${method} ${path}`

function without(node: object, keys: Set<string>): Node {
  return Object.fromEntries(Object.entries(node).filter(([key]) => !keys.has(key)))
}

function compareOperation(
  document: Document,
  compare: Compare,
  { method, path, operation }: LocatedOperation,
  stated: Operation | undefined,
): LintError[] {
  const at = ['paths', path, method.toLowerCase()]
  if (!stated) {
    const message = `${method} ${path} is neither documented nor given a reason in x-decided`
    return isDecided(document, operation) ? [] : [error(at, message)]
  }
  const separately = new Set(['parameters', 'responses', 'security', 'x-security'])
  return [
    ...compare(without(operation, separately), without(stated, separately), at),
    ...compareSource(operation, stated, at),
    ...compareSecurity(document, operation, stated, at),
    ...compareParameters(document, compare, operation, stated, [...at, 'parameters']),
    ...compareResponses(document, compare, operation, stated, [...at, 'responses']),
  ]
}

function compareSource(operation: Operation, stated: Operation, at: string[]): LintError[] {
  const source = `Service document, ${stated['x-source']}`
  return operation['x-source'] === source ? [] : [error([...at, 'x-source'], `x-source must be: ${source}`)]
}

/** More scopes than stated need a reason; other credentials than stated are an error. */
function compareSecurity(document: Document, operation: Operation, stated: Operation, at: string[]): LintError[] {
  const requirements = operation.security ?? document.security ?? []
  const needed = Object.entries(stated['x-security']?.[0] ?? {})
  const isStated = needed.every(([scheme, scopes]) =>
    requirements.every((one) => scheme in one && scopes.every((scope) => one[scheme]?.includes(scope))),
  )
  if (!isStated || (needed.length > 0 && requirements.length === 0)) {
    return [error(at, `the document states who may call: security must have ${JSON.stringify(stated['x-security'])}`)]
  }
  const isSame = JSON.stringify(requirements) === JSON.stringify(stated['x-security'] ?? [])
  if (isSame || 'security' in reasonsOf(operation)) return []
  return [error(at, 'security is neither documented nor given a reason in x-decided')]
}

function compareParameters(
  document: Document,
  compare: Compare,
  operation: Operation,
  stated: Operation,
  at: string[],
): LintError[] {
  const key = ({ in: location, name }: Parameter) => `${location} parameter ${name}`
  const expected = new Map(
    (stated.parameters as Parameter[] | undefined)?.map((parameter) => [key(parameter), parameter]),
  )
  const found = (operation.parameters ?? []).map((reference, index) => ({
    reference,
    pointer: [...at, String(index)],
    name: key(locate<Parameter>(document, reference, []).node),
  }))
  return [
    ...found.flatMap(({ reference, pointer, name }) => {
      const parameter = expected.get(name)
      if (parameter) return compare(reference, parameter, pointer)
      return isDecided(document, reference)
        ? []
        : [error(pointer, `the ${name} is neither documented nor given a reason in x-decided`)]
    }),
    ...[...expected.keys()]
      .filter((name) => !found.some((one) => one.name === name))
      .map((name) => error(at.slice(0, -1), `the document states the ${name}, which the contract leaves out`)),
  ]
}

/** The document states conditions and names no statuses, so errors are compared by their codes. */
function compareResponses(
  document: Document,
  compare: Compare,
  operation: Operation,
  stated: Operation,
  at: string[],
): LintError[] {
  const { '2XX': success, '4XX': refusal } = stated.responses as Record<string, Response>
  const conditions = refusal?.['x-conditions'] ?? {}
  const responses = Object.entries(operation.responses).map(([status, reference]) => ({
    status,
    isDecided: isDecided(document, reference),
    ...locate<Response>(document, reference, [...at, status]),
  }))
  const successes = responses.filter(({ status, isDecided }) => status < '3' && !isDecided)
  const errors = responses.filter(({ status }) => status >= '3')
  const codes = new Set(errors.flatMap(({ node }) => errorCodesOf(document, node)))
  return [
    ...Object.entries(conditions)
      .filter(([code]) => !codes.has(code))
      .map(([code, id]) => error(at, `no response has the code ${code}, whose condition the document states (${id})`)),
    ...(successes.length === 1 ? [] : [error(at, 'the document states one success')]),
    ...successes.flatMap((response) => [
      ...requireStatusReason(response),
      ...compare(response.node, success, response.pointer),
    ]),
    ...errors.flatMap((response) => compareErrorResponse(document, compare, response, conditions)),
  ]
}

type ComparedResponse = Located<Response> & { status: string; isDecided: boolean }

function compareErrorResponse(
  document: Document,
  compare: Compare,
  response: ComparedResponse,
  conditions: Record<string, string>,
): LintError[] {
  const { status, node, pointer } = response
  const codes = errorCodesOf(document, node)
  const [first, ...others] = codes.filter((code) => code in conditions)
  if (first === undefined) {
    return response.isDecided ? [] : [error(pointer, `x-decided must give a reason for the response ${status}`)]
  }
  if (response.isDecided) {
    return [first, ...others].map((code) =>
      error(pointer, `x-decided covers ${code}, whose condition the document states (${conditions[code]})`),
    )
  }
  const reasons = reasonsOf(codeSchemaOf(document, node) ?? {})
  const body = { 'application/json': { schema: statedError(first) } }
  return [
    ...requireStatusReason(response),
    ...codes
      .filter((code) => !(code in conditions) && !(code in reasons))
      .map((code) => error(pointer, `x-decided of the error code must give a reason for ${code}`)),
    ...compare(node, { content: body }, pointer),
  ]
}

function requireStatusReason({ status, node, pointer }: ComparedResponse): LintError[] {
  const hasReason = 'status' in reasonsOf(node)
  return hasReason ? [] : [error(pointer, `x-decided must give a reason for the status ${status}`)]
}
