/** The responses of several instances on one database are consistent, even after kills, pauses and lost connections. */
import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findViolations } from './checker.ts'
import { impossibleHistories } from './impossible-histories.ts'
import { runHistory } from './run-history.ts'
import { reset, validHistory } from './valid-history.ts'

/** Repeats an earlier run: `HISTORY_SEED=… npx vitest run test/server/store/history/history.test.ts`. */
const seed = Number(process.env.HISTORY_SEED ?? randomInt(2 ** 31))

it(`kills, pauses and lost connections cause no impossible history (HISTORY_SEED=${seed})`, {
  tags: ['P64'],
  timeout: 120_000,
}, async () => {
  const { violations, counts, events } = await runHistory({ seed, shouldContinue: (count) => count < 4 })
  expect(violations).toEqual([])
  expect(events).toEqual({ kill: 1, pause: 1, terminate: 1, restart: 1 })
  for (const outcome of ['ok', 'fail', 'info'] as const) expect(counts[outcome], outcome).toBeGreaterThan(10)
})

describe('the history checker', () => {
  it('reports nothing for a valid history', () => {
    expect(findViolations(validHistory())).toEqual([])
  })

  for (const [name, { also = [], spoil, reported }] of Object.entries(impossibleHistories)) {
    it(`reports ${name}`, () => {
      const history = validHistory()
      history.operations.push(...also)
      spoil?.(history.end)
      expect(findViolations(history)).toContain(reported)
    })
  }

  it('reports rows that are deleted without acknowledgement', () => {
    const history = validHistory()
    history.operations = history.operations.filter(({ asked, outcome }) => asked.kind !== 'reset' || outcome === 'ok')
    history.operations.push(reset(30, 'cart', '2025-01-03', 0))
    expect(findViolations(history)).toEqual(['of shop 4 rows are gone, and only 3 acknowledged'])
  })
})
