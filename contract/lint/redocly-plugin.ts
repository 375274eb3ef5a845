/** The Redocly plugin with the contract's own lint rules. */
import type { Document } from '../openapi/document.ts'
import { contractFile, readContract } from '../openapi/files.ts'
import { createExampleValidator, type LintError, lintBounds, lintDecided, lintErrors, lintScenarios } from './index.ts'

interface Location {
  source: { absoluteRef: string }
  child(keys: string[]): Location
}

interface Context {
  location: Location
  report(error: { message: string; location: Location }): void
}

interface Options {
  /** The constraints that the service document states, as `#/…` pointers. */
  documented?: string[]
}

function rule(lint: (document: Document, options: Options) => LintError[]) {
  return (options: Options) => ({
    Root(document: Document, { location, report }: Context) {
      if (location.source.absoluteRef !== contractFile) {
        report({ message: 'the rules of this plugin apply to openapi.yaml only', location })
        return
      }
      for (const { message, pointer } of lint(document, options)) report({ message, location: location.child(pointer) })
    },
  })
}

async function plugin() {
  // Redocly's visitors are synchronous and compiling is not, so the schemas are compiled while the plugin loads.
  const validate = await createExampleValidator(readContract())
  return {
    id: 'monitoring',
    rules: {
      oas3: {
        scenarios: rule((document) => lintScenarios(document, validate)),
        decided: rule((document, { documented = [] }) => lintDecided(document, documented)),
        errors: rule(lintErrors),
        bounds: rule(lintBounds),
      },
    },
  }
}

// Redocly looks for a default export.
export default plugin
