/** The rule that whatever the service document does not state says why it was chosen. */
import type { Document } from '../openapi/document.ts'
import type { Element } from './elements.ts'
import { listElements } from './elements.ts'
import type { LintError } from './lint-error.ts'
import { distinct } from './lint-error.ts'
import { listResponses, toFragment } from './locate.ts'

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

/** `stated` are the places of the constraints that the service document itself states, as `#/…` pointers. */
export function lintDecided(document: Document, stated: string[]): LintError[] {
  const elements = listElements(document)
  return distinct([
    ...statuses(document, elements),
    ...elements.flatMap((element) => [...unexplained(element, stated), ...wrongReasons(element)]),
    ...needless(elements, stated),
  ])
}

function problem(pointer: string[], message: string): LintError {
  return { rule: 'decided', message, pointer }
}

function statuses(document: Document, elements: Element[]): LintError[] {
  const decided = new Set(elements.filter((element) => element.decided).map(({ node }) => node as object))
  return listResponses(document)
    .filter(({ node }) => !decided.has(node) && !('status' in reasons(node['x-decided'])))
    .map(({ status, pointer }) =>
      problem(pointer, `the document states no status: x-decided must say why it is ${status}`),
    )
}

function reasons(decided: unknown): Record<string, unknown> {
  return typeof decided === 'object' && decided !== null ? (decided as Record<string, unknown>) : {}
}

function unexplained({ node, pointer, isSchema, decided }: Element, stated: string[]): LintError[] {
  if (!isSchema || decided) return []
  return constraints
    .filter((keyword) => keyword in node && !(keyword in reasons(node['x-decided'])))
    .filter((keyword) => !stated.includes(toFragment([...pointer, keyword])))
    .map((keyword) =>
      problem([...pointer, keyword], `${keyword} is neither documented nor given a reason in x-decided`),
    )
}

function wrongReasons({ node, pointer }: Element): LintError[] {
  const decided = node['x-decided']
  if (decided === undefined || isReason(decided)) return []
  const at = [...pointer, 'x-decided']
  const entries = Object.entries(reasons(decided))
  if (Array.isArray(decided) || entries.length === 0) {
    return [problem(at, 'x-decided is neither a reason nor a map of reasons')]
  }
  const isResponse = pointer.at(-2) === 'responses'
  return entries.flatMap(([keyword, reason]) => {
    if (!isReason(reason)) return [problem([...at, keyword], `x-decided gives no reason for ${keyword}`)]
    if (keyword in node || (isResponse && keyword === 'status')) return []
    return [problem([...at, keyword], `x-decided names ${keyword}, which is not there`)]
  })
}

function isReason(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

/** An exception that excuses nothing would one day excuse something by accident. */
function needless(elements: Element[], stated: string[]): LintError[] {
  const known = new Set(
    elements
      .filter(({ isSchema }) => isSchema)
      .flatMap(({ node, pointer }) => Object.keys(node).map((key) => toFragment([...pointer, key]))),
  )
  return stated
    .filter((place) => !known.has(place))
    .map((place) => problem([], `${place} is listed as stated, but is not there`))
}
