/** The configuration of StrykerJS for one group. */
import { currentGroup } from './groups.ts'

const { mutate, ignoreStatic = false, threshold } = currentGroup()
const folder = `node_modules/.cache/stryker/${process.env.MUTATION_GROUP}`

export default {
  // The packages of the project are links to these folders.
  inPlace: true,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './lab/mutation/ignore-messages.ts'],
  vitest: { configFile: 'lab/mutation/vitest.config.ts', related: false, pool: 'forks' },
  mutate,
  ignoreStatic,
  ignorers: ['messages'],
  coverageAnalysis: 'perTest',
  warnings: { slow: false },
  // A busy machine is no mutant that loops.
  timeoutMS: 30_000,
  dryRunTimeoutMinutes: 20,
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  clearTextReporter: { logTests: false, allowColor: false },
  tempDirName: `${folder}/temporary`,
  htmlReporter: { fileName: `${folder}/mutation.html` },
  jsonReporter: { fileName: `${folder}/mutation.json` },
  concurrency: 2,
  thresholds: { high: 100, low: threshold ?? 0, break: threshold ?? null },
  checkers: [],
  disableTypeChecks: false,
}
