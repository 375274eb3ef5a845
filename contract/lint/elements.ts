/** Walks the contract and tells schemas from other elements, and both from mere data such as examples. */
import type { Document } from '../openapi/document.ts'

export interface Element {
  node: Record<string, unknown>
  pointer: string[]
  isSchema: boolean
  /** Whether it, or an element around it, was decided as a whole. */
  decided: boolean
}

type Role = 'element' | 'schema' | 'schemas'

const schemaKeywords = new Set([
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
])
const schemasKeywords = new Set(['$defs', 'allOf', 'anyOf', 'oneOf', 'patternProperties', 'prefixItems', 'properties'])

export function listElements(document: Document): Element[] {
  return walk(document, [], 'element', false)
}

function walk(value: unknown, pointer: string[], role: Role, around: boolean): Element[] {
  if (typeof value !== 'object' || value === null) return []
  const node = value as Record<string, unknown>
  const decided = around || typeof node['x-decided'] === 'string'
  const inner = Object.entries(node).flatMap(([key, child]) => {
    const next = roleOf(role, key)
    return next ? walk(child, [...pointer, key], next, decided) : []
  })
  return role === 'schemas' ? inner : [{ node, pointer, isSchema: role === 'schema', decided }, ...inner]
}

/** What stands under a key of an element; nothing if it is data. */
function roleOf(role: Role, key: string): Role | undefined {
  if (role === 'schemas') return 'schema'
  if (role === 'schema') return schemaKeywords.has(key) ? 'schema' : schemasKeywords.has(key) ? 'schemas' : undefined
  if (key === 'schema' || key === 'schemas') return key
  const isData = key === 'example' || key === 'examples' || (key.startsWith('x-') && key !== 'x-limits')
  return isData ? undefined : 'element'
}
