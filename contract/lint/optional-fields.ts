/** The rule that each optional property of a response is in one example and absent from another: otherwise no scenario sends it, or each. */
import { listExamples } from '../derive/examples.ts'
import { type Document, nodeAt, type Reference, type Schema } from '../openapi/document.ts'
import { locate, toFragment } from '../openapi/locate.ts'
import type { LintError } from './lint-error.ts'

interface Uses {
  name: string
  pointer: string[]
  isPresent: boolean
  isAbsent: boolean
}

export function lintOptionalFields(document: Document): LintError[] {
  const uses = new Map<string, Uses>()
  for (const { responseExamples } of listExamples(document)) {
    for (const { example, schema } of responseExamples) {
      if (example && schema) recordUses(document, nodeAt(document, schema) as Schema, schema, example.value, uses)
    }
  }
  return [...uses.values()]
    .filter(({ isPresent, isAbsent }) => !isPresent || !isAbsent)
    .map(({ name, pointer, isPresent }) => ({
      rule: 'scenarios',
      message: `${isPresent ? 'every' : 'no'} example of a response has the optional property ${name}`,
      pointer,
    }))
}

/** Records in `uses` which optional properties a value has, by the schema at a location. */
function recordUses(
  document: Document,
  reference: Schema | Reference,
  at: string[],
  value: unknown,
  uses: Map<string, Uses>,
): void {
  if (typeof value !== 'object' || value === null) return
  const { node, pointer } = locate<Schema>(document, reference, at)
  if (Array.isArray(value)) {
    for (const item of value) recordUses(document, (node.items ?? {}) as Schema, [...pointer, 'items'], item, uses)
    return
  }
  for (const [name, property] of Object.entries(node.properties ?? {})) {
    const place = [...pointer, 'properties', name]
    if (!(node.required as string[] | undefined)?.includes(name)) {
      const key = toFragment(place)
      const known = uses.get(key) ?? { name, pointer: place, isPresent: false, isAbsent: false }
      uses.set(key, { ...known, [name in value ? 'isPresent' : 'isAbsent']: true })
    }
    recordUses(document, property, place, (value as Record<string, unknown>)[name], uses)
  }
}
