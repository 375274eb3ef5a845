/** Fails a run of all tests but the long ones in which a promise of SECURITY.md that applies was held by no passing test. */
import { globSync } from 'node:fs'
import type { Reporter, TestCase, TestRunEndReason, TestSpecification, Vitest } from 'vitest/node'
import { notApplicable, promiseTags } from './promises.ts'

export class PromiseReporter implements Reporter {
  #held = new Set<string>()
  #isWhole = false

  onInit({ config }: Vitest): void {
    const { testNamePattern, tagsFilter, shard, bail } = config
    this.#isWhole = !testNamePattern && !tagsFilter?.length && !shard && !bail
  }

  onTestRunStart(files: readonly TestSpecification[]): void {
    this.#isWhole &&=
      files.length ===
      globSync('{test,lab}/**/*.test.ts', { exclude: ['**/*.long.test.ts', '**/node_modules/**'] }).length
  }

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'passed') for (const tag of test.tags) this.#held.add(tag)
  }

  onTestRunEnd(_: unknown, __: unknown, reason: TestRunEndReason): void {
    if (!this.#isWhole || reason !== 'passed') return
    const open = promiseTags.filter(({ name }) => !this.#held.has(name) && !(name in notApplicable))
    for (const { name, description } of open) console.error(`${name} is held by no test: ${description}`)
    if (open.length > 0) process.exitCode = 1
  }
}
