/** Starts the test files that take longest before all others, so that none of them runs alone at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Vitest knows how long each file took from an earlier run only; without one it goes by the size of files. */
const longest = [
  'whole/packages/matrix.long',
  'whole/generators/generators.long',
  'http/slow-clients',
  'conformance/exploring',
  'server/store/postgres',
  'server/store/scenarios',
  'whole/packages/',
  'conformance/reference-server',
  'demo/start',
  'server/concurrency',
  'conformance/fixture-hook',
  'conformance/self-test',
  'whole/docs/front-door',
  'server/store/crash',
]

const place = ({ moduleId }: TestSpecification) => {
  const found = longest.findIndex((path) => moduleId.includes(`/test/${path}`))
  return found < 0 ? longest.length : found
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}
