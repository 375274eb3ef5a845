/**
 * Tests run on real sockets and files. A process runs many files, one after the other, which share their modules and
 * find globals as they were; a file that replaces modules resets them before and after. `npm test` runs all but the long
 * ones (`*.long.test.ts`: kills, browsers, whole programs), which `npm run check` runs.
 */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'
import { PromiseReporter } from './test/support/promise-reporter.ts'
import { promiseTags } from './test/support/promises.ts'

// Some two hundred processes are started, most of them from the same files: Node need not compile them each time.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

const folders = '{test,lab}/**'
const long = `${folders}/*.long.test.ts`

export default defineConfig({
  test: {
    globalSetup: 'test/support/postgres/setup.ts',
    tags: promiseTags,
    reporters: ['default', new PromiseReporter()],
    // It imports JSON as only bundlers do.
    server: { deps: { inline: [/@actions\/workflow-parser/] } },
    pool: 'forks',
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    sequence: { sequencer: LongestFirst },
    // Many tests wait for processes and databases, so that two cores bear three of them.
    maxWorkers: Math.max(3, availableParallelism()),
    testTimeout: 40_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'short', include: [`${folders}/*.test.ts`], exclude: [long, '**/node_modules/**'] },
      },
      { extends: true, test: { name: 'long', include: [long], exclude: ['**/node_modules/**'] } },
    ],
  },
})
