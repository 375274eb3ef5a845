/** Starts the test files that take longest before all others, so that none of them runs alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Vitest knows how long each file took from an earlier run only; without one it goes by the size of files. */
const longest = [
  'test/conformance/self-test',
  'lab/packages/matrix.long',
  'test/server/store/history/history.long',
  'test/conformance/exploring',
  'lab/generators/generators.long',
  'test/http/slow-clients',
  'test/server/store/postgres',
  'test/server/store/scenarios',
  'lab/packages/',
  'test/conformance/reference-server',
  'test/demo/start',
  'test/server/concurrency',
  'test/conformance/fixture-',
]

const place = ({ moduleId }: TestSpecification) => {
  const found = longest.findIndex((path) => moduleId.includes(`/${path}`))
  return found < 0 ? longest.length : found
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}
