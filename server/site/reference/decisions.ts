/** Collects the choices that the contract marks with `x-decided`, with their reasons. */
import { type Document, dereference, type Reference } from '@monitoring-service/contract/document'

export interface Decision {
  /** The element, such as `email maxLength`; empty for the operation itself. */
  about: string
  reason: string
}

/** The decisions of an element and of all below it, each reason once. */
export function decisionsOf(document: Document, element: object): Decision[] {
  const found = new Map<string, Decision>()
  visit(document, element, '', found)
  return [...found.values()]
}

/** Keywords between an element and its parts; every other key names a part. */
const structure =
  /^(?:requestBody|responses|parameters|properties|content|application\/json|schema|items|headers|oneOf|anyOf|\d)$/

function visit(document: Document, node: unknown, about: string, found: Map<string, Decision>): void {
  if (typeof node !== 'object' || node === null) return
  const target = dereference<Record<string, unknown>>(document, node as Record<string, unknown> | Reference)
  const { 'x-decided': decided, examples: _, example: __, value: ___, ...rest } = target
  const reasons: [string, unknown][] =
    typeof decided === 'object' && decided !== null ? Object.entries(decided) : [['', decided]]
  for (const [keyword, reason] of reasons) {
    const label = [about, keyword].filter(Boolean).join(' ')
    if (typeof reason === 'string' && !found.has(reason)) found.set(reason, { about: label, reason })
  }
  for (const [key, child] of Object.entries(rest)) {
    const name = (child as { name?: string } | null)?.name
    visit(document, child, structure.test(key) ? (name ?? about) : key, found)
  }
}
