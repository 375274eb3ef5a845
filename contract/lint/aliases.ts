/** The rule that openapi.yaml has no YAML alias of a map or list: some parsers accept few of them (SnakeYAML: 50), others none. */
import type { Document } from '../openapi/document.ts'
import type { LintError } from './lint-error.ts'

/** The parser makes one node of an anchor and its aliases, so an alias is a node in a second place. */
export function lintAliases(document: Document): LintError[] {
  const seen = new Set<unknown>()
  const visit = (node: unknown, pointer: string[]): LintError[] => {
    if (typeof node !== 'object' || node === null) return []
    if (seen.has(node)) {
      return [{ rule: 'aliases', message: 'write this out or refer to a component, instead of a YAML alias', pointer }]
    }
    seen.add(node)
    return Object.entries(node).flatMap(([key, child]) => visit(child, [...pointer, key]))
  }
  return visit(document, [])
}
