/** The Redocly plugin with the contract's own lint rules. */
import type { Document } from '../openapi/document.ts'
import { contractFile } from '../openapi/files.ts'
import { type LintError, rules } from './index.ts'

interface Location {
  source: { absoluteRef: string }
  child(keys: string[]): Location
}

interface Context {
  location: Location
  report(error: { message: string; location: Location }): void
}

function toRedoclyRule(lint: (document: Document) => LintError[]) {
  return () => ({
    Root(document: Document, { location, report }: Context) {
      if (location.source.absoluteRef !== contractFile) {
        report({ message: 'the rules of this plugin apply to openapi.yaml only', location })
        return
      }
      for (const { message, pointer } of lint(document)) report({ message, location: location.child(pointer) })
    },
  })
}

// Redocly looks for a default export.
export default function plugin() {
  const adapted = Object.entries(rules).map(([name, lint]) => [name, toRedoclyRule(lint)])
  return { id: 'monitoring', rules: { oas3: Object.fromEntries(adapted) } }
}
