/** Starts the test files that take longest before all others, so that none of them runs alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Vitest knows how long each file took from an earlier run only; without one it goes by the size of files. */
const longest = [
  'lab/packages/matrix.long',
  'lab/generators/generators.long',
  'test/http/slow-clients',
  'test/conformance/exploring',
  'test/server/store/postgres',
  'test/server/store/scenarios',
  'lab/packages/',
  'test/conformance/reference-server',
  'test/demo/start',
  'test/server/concurrency',
  'test/conformance/fixture-hook',
  'test/conformance/self-test',
  'lab/packages/front-door',
  'test/server/store/history/history.long',
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
