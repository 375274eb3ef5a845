/** The tests that StrykerJS runs against each mutant: those of the group, with servers in the process of the test. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { promiseTags } from '../../test/support/promises.ts'
import { currentGroup } from './groups.ts'

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))

const { tests, needsPostgres } = currentGroup()

const place = ({ moduleId }: TestSpecification) => tests.findIndex((file) => moduleId.endsWith(file))

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => place(a) - place(b))
  }
}

process.env.NODE_COMPILE_CACHE ??= pathOf('../../node_modules/.cache/compiled')

export default defineConfig({
  resolve: {
    alias: [
      { find: /^\.\/fork-server\.ts$/, replacement: pathOf('fork-server.ts') },
      { find: /^\.\/http\/openapi-validator\.ts$/, replacement: pathOf('no-preload.ts') },
    ],
  },
  test: {
    globalSetup: needsPostgres ? 'test/support/postgres/setup.ts' : [],
    include: tests,
    // Most of a run is loading the server.
    isolate: false,
    sequence: { sequencer: InOrder },
    tags: promiseTags,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
})
