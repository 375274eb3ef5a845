/** Reads `x-decided`: one reason for an element, or a map of reasons for its keywords. */
import { type Document, dereference, type Reference } from '../openapi/document.ts'
import type { Element } from './elements.ts'
import type { LintError } from './lint-error.ts'

export type Node = Record<string, unknown>

/** The reasons by keyword; empty if `x-decided` is absent or one reason. */
export function reasonsOf(element: object): Node {
  const { 'x-decided': decided } = element as Node
  return typeof decided === 'object' && decided !== null ? (decided as Node) : {}
}

/** Whether `x-decided` of the element, or of the target of its reference, gives one reason for the whole element. */
export function isDecided(document: Document, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const target = dereference(document, value as Node | Reference) as Node
  return [value as Node, target].some((node) => typeof node['x-decided'] === 'string')
}

/** Reasons of keywords that the element does not have. */
export function staleReasons({ node, pointer }: Element): LintError[] {
  // Of a response the document leaves the status open, and of an error code each of its values.
  const isResponse = pointer.at(-2) === 'responses'
  const known = [
    ...Object.keys(node),
    ...(isResponse ? ['status'] : []),
    ...(node.enum ? (node.enum as unknown[]) : []),
  ]
  return Object.keys(reasonsOf(node))
    .filter((keyword) => !known.includes(keyword))
    .map((keyword) => ({
      rule: 'decided',
      message: `x-decided names ${keyword}, which does not exist`,
      pointer: [...pointer, 'x-decided', keyword],
    }))
}
