/** The SDK's own columns of the benchmarks; the peers are not installed for tests. */
import { expect, test } from 'vitest'
import { runBehaviour } from './sdk/behaviour.ts'
import { measureOurs } from './sdk/size.ts'

test('has no failure in the behaviour matrix', async () => {
  const failures = (await runBehaviour()).filter(({ cells }) => cells.ours?.verdict !== 'ok')
  expect(failures).toEqual([])
})

test('stays within its size budgets', async () => {
  const tooLarge = (await measureOurs()).filter(({ gzip, budget = 0 }) => gzip > budget)
  expect(tooLarge).toEqual([])
})
