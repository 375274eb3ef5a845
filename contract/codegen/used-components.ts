/** Removes the components of a document that nothing refers to. */
import { type Document, dereference, type Reference } from '../openapi/document.ts'

export function dropUnusedComponents(document: Document): Document {
  const used = references(document, document.paths, new Set())
  const components = Object.entries(document.components).flatMap(([kind, all]) => {
    const kept = Object.entries(all).filter(([name]) => used.has(`#/components/${kind}/${name}`))
    return kept.length > 0 ? [[kind, Object.fromEntries(kept)]] : []
  })
  return { ...document, components: Object.fromEntries(components) }
}

/** All references of a value, including indirect ones. */
function references(document: Document, value: unknown, seen: Set<string>): Set<string> {
  if (typeof value !== 'object' || value === null) return seen
  const { $ref } = value as Partial<Reference>
  if ($ref !== undefined && !seen.has($ref)) {
    references(document, dereference(document, value as Reference), seen.add($ref))
  }
  for (const child of Object.values(value)) references(document, child, seen)
  return seen
}
