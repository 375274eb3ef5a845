/** The rule that every constraint that the service document does not state has a reason in `x-decided`. */
import type { Document } from '../openapi/document.ts'
import { listResponses, toFragment } from '../openapi/locate.ts'
import { type Element, listElements } from './elements.ts'
import { distinct, type LintError } from './lint-error.ts'

const constraints = [
  'additionalProperties',
  'const',
  'default',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'pattern',
  'uniqueItems',
  'x-max-bytes',
  'x-well-formed',
]

/** @param documented the locations of the constraints that the service document states, as `#/…` pointers. */
export function lintDecided(document: Document, documented: string[]): LintError[] {
  const elements = listElements(document)
  return distinct([
    ...statusesWithoutReason(document, elements),
    ...elements.flatMap((element) => [...constraintsWithoutReason(element, documented), ...invalidReasons(element)]),
    ...unusedExceptions(elements, documented),
  ])
}

function error(pointer: string[], message: string): LintError {
  return { rule: 'decided', message, pointer }
}

function statusesWithoutReason(document: Document, elements: Element[]): LintError[] {
  const decided = new Set(elements.filter((element) => element.decided).map(({ node }) => node as object))
  return listResponses(document)
    .filter(({ node }) => !decided.has(node) && !('status' in reasonsOf(node['x-decided'])))
    .map(({ status, pointer }) => error(pointer, `x-decided must give a reason for the status ${status}`))
}

function reasonsOf(decided: unknown): Record<string, unknown> {
  return typeof decided === 'object' && decided !== null ? (decided as Record<string, unknown>) : {}
}

function constraintsWithoutReason({ node, pointer, isSchema, decided }: Element, documented: string[]): LintError[] {
  if (!isSchema || decided) return []
  return constraints
    .filter((keyword) => keyword in node && !(keyword in reasonsOf(node['x-decided'])))
    .filter((keyword) => !documented.includes(toFragment([...pointer, keyword])))
    .map((keyword) => error([...pointer, keyword], `${keyword} is neither documented nor given a reason in x-decided`))
}

function invalidReasons({ node, pointer }: Element): LintError[] {
  const decided = node['x-decided']
  if (decided === undefined || isReason(decided)) return []
  const at = [...pointer, 'x-decided']
  const entries = Object.entries(reasonsOf(decided))
  if (Array.isArray(decided) || entries.length === 0) {
    return [error(at, 'x-decided is neither a reason nor a map of reasons')]
  }
  const isResponse = pointer.at(-2) === 'responses'
  return entries.flatMap(([keyword, reason]) => {
    if (!isReason(reason)) return [error([...at, keyword], `x-decided gives no reason for ${keyword}`)]
    if (keyword in node || (isResponse && keyword === 'status')) return []
    return [error([...at, keyword], `x-decided names ${keyword}, which does not exist`)]
  })
}

function isReason(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

/** An unused exception could later exempt another constraint by accident. */
function unusedExceptions(elements: Element[], documented: string[]): LintError[] {
  const known = new Set(
    elements
      .filter(({ isSchema }) => isSchema)
      .flatMap(({ node, pointer }) => Object.keys(node).map((key) => toFragment([...pointer, key]))),
  )
  return documented
    .filter((location) => !known.has(location))
    .map((location) => error([], `${location} is listed as documented, but does not exist`))
}
