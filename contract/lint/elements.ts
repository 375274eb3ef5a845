/** Lists the schemas and other elements of a document; data such as examples is not included. */
import type { Document } from '../openapi/document.ts'
import { schemaKeywords } from '../openapi/schema-keywords.ts'

export interface Element {
  node: Record<string, unknown>
  pointer: string[]
  isSchema: boolean
}

type Role = 'element' | 'schema' | 'schemas'

export function listElements(document: Document): Element[] {
  return walk(document, [], 'element')
}

function walk(value: unknown, pointer: string[], role: Role): Element[] {
  if (typeof value !== 'object' || value === null) return []
  const node = value as Record<string, unknown>
  const inner = Object.entries(node).flatMap(([key, child]) => {
    const next = roleOf(role, key)
    return next ? walk(child, [...pointer, key], next) : []
  })
  return role === 'schemas' ? inner : [{ node, pointer, isSchema: role === 'schema' }, ...inner]
}

/** The role of a key's value; undefined for data. */
function roleOf(role: Role, key: string): Role | undefined {
  if (role === 'schemas') return 'schema'
  if (role === 'schema') {
    if (schemaKeywords.one.includes(key)) return 'schema'
    return [...schemaKeywords.list, ...schemaKeywords.map].includes(key) ? 'schemas' : undefined
  }
  if (key === 'schema' || key === 'schemas') return key
  const isData = key === 'example' || key === 'examples' || (key.startsWith('x-') && key !== 'x-limits')
  return isData ? undefined : 'element'
}
