/** Fails a whole run in which a promise of SECURITY.md was held by no passing test. */
import type { Reporter, TestCase, TestRunEndReason, Vitest } from 'vitest/node'
import { promises } from './promises.ts'

export class PromiseReporter implements Reporter {
  #held = new Set<string>()
  #isWhole = false

  onInit({ config, filenamePattern }: Vitest): void {
    const { testNamePattern, tagsFilter, shard, bail } = config
    this.#isWhole = !filenamePattern?.length && !testNamePattern && !tagsFilter?.length && !shard && !bail
  }

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'passed') for (const tag of test.tags) this.#held.add(tag)
  }

  onTestRunEnd(_: unknown, __: unknown, reason: TestRunEndReason): void {
    if (!this.#isWhole || reason !== 'passed') return
    const open = promises.filter(({ name }) => !this.#held.has(name))
    for (const { name, description } of open) console.error(`${name} is held by no test: ${description}`)
    if (open.length > 0) process.exitCode = 1
  }
}
