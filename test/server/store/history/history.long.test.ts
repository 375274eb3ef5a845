/** The responses of several instances on one database are consistent, even after kills, pauses and lost connections. */
import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findViolations } from './checker.ts'
import { impossibleHistories } from './impossible-histories.ts'
import { runHistory } from './run-history.ts'
import { reset, validHistory } from './valid-history.ts'

/** Repeats an earlier run: `HISTORY_SEED=… npx vitest run test/server/store/history/history.long.test.ts`. */
const seed = Number(process.env.HISTORY_SEED ?? randomInt(2 ** 31))

it(`kills, pauses and lost connections cause no impossible history (HISTORY_SEED=${seed})`, {
  tags: ['P64'],
  timeout: 120_000,
}, async () => {
  const { violations, counts, events } = await runHistory({ seed, shouldContinue: (count) => count < 4 })
  expect(violations).toEqual([])
  expect(events).toEqual({ kill: 1, pause: 1, terminate: 1, restart: 1 })
  for (const outcome of ['ok', 'fail', 'info'] as const) expect(counts[outcome], outcome).toBeGreaterThan(0)
})

describe('the history checker', () => {
  it('reports nothing for a valid history', () => {
    expect(findViolations(validHistory())).toEqual([])
  })

  it.each(impossibleHistories)('reports: %s', (violation, ...changes) => {
    const history = validHistory()
    for (const change of changes) {
      if (typeof change === 'function') change(history.end)
      else history.operations.push(...change)
    }
    expect(findViolations(history)).toContain(violation)
  })

  it('reports rows that are deleted without acknowledgement', () => {
    const history = validHistory()
    history.operations = history.operations.filter(
      ({ request, outcome }) => request.kind !== 'reset' || outcome === 'ok',
    )
    history.operations.push(reset(30, 'cart', '2025-01-03', 0))
    expect(findViolations(history)).toEqual(['3 deleted rows of shop were acknowledged, but 4 are deleted'])
  })
})
