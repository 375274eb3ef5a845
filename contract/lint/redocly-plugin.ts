/** Tells Redocly the contract's own rules. */
import type { Document } from '../openapi/document.ts'
import { contractFile, readContract } from '../openapi/files.ts'
import { createExampleValidator, type LintError, lintDecided, lintErrors, lintScenarios } from './index.ts'

interface Place {
  source: { absoluteRef: string }
  child(keys: string[]): Place
}

interface Context {
  location: Place
  report(problem: { message: string; location: Place }): void
}

interface Options {
  /** The constraints that the service document itself states, as `#/…` pointers. */
  stated?: string[]
}

function rule(lint: (document: Document, options: Options) => LintError[]) {
  return (options: Options) => ({
    Root(document: Document, { location, report }: Context) {
      if (location.source.absoluteRef !== contractFile) {
        report({ message: 'the rules of this plugin are those of openapi.yaml alone', location })
        return
      }
      for (const { message, pointer } of lint(document, options)) report({ message, location: location.child(pointer) })
    },
  })
}

async function plugin() {
  // Redocly's visitors cannot wait, and compiling schemas must: it is done while the plugin loads.
  const judge = await createExampleValidator(readContract())
  return {
    id: 'monitoring',
    rules: {
      oas3: {
        scenarios: rule((document) => lintScenarios(document, judge)),
        decided: rule((document, { stated = [] }) => lintDecided(document, stated)),
        errors: rule(lintErrors),
      },
    },
  }
}

// Redocly looks for a default export.
export default plugin
