/** Runs checks, several at once. */

import { createCheckRecord } from '../assess/record.ts'
import type { Completion } from '../assess/verdict.ts'
import type { Check } from '../dsl/suite.ts'
import { TargetDownError } from './liveness.ts'
import { runCheck } from './retry-check.ts'
import { type CheckRun, type RunServices, service } from './run-check.ts'

/**
 * @param tell hears of each check that has ended.
 * @param interruption what has not ended by then is unverified.
 * @returns what became of each check, and the one since which the target answers nobody, if it went away.
 */
export async function runChecks(
  run: RunServices,
  checks: readonly Check[],
  tell: (ran: CheckRun) => void,
  interruption?: AbortSignal,
): Promise<{ all: CheckRun[]; awaySince?: string }> {
  const waiting = checks.map((check, index) => ({ check, index }))
  const done: CheckRun[] = []
  let awaySince: string | undefined
  const judgeNext = async (run: RunServices, { check, index }: { check: Check; index: number }) => {
    try {
      const ran = await runCheck(run, check)
      if (!interruption?.aborted) done[index] = ran
    } catch (error) {
      if (!(error instanceof TargetDownError)) throw error
      awaySince ??= check.id
    }
  }
  const isOver = () => interruption?.aborted || awaySince !== undefined
  const work = async () => {
    for (let next = waiting.shift(); next && !isOver(); next = waiting.shift()) {
      await judgeNext(run, next)
      const ran = done[next.index]
      if (ran && !isDown(ran)) tell(ran)
    }
  }
  const workAlone = async () => {
    const down = { documented: 0, profile: 0 }
    for (const [index, check] of checks.entries()) {
      const ran = done[index]
      if (!ran || !isDown(ran)) continue
      // A few that stay so tell it for all of their level.
      if (!isOver() && down[check.level] < mostDown) await judgeNext({ ...run, isAlone: true }, { check, index })
      const again = done[index] ?? ran
      if (isDown(again) || again.record.findings.some(({ expected }) => expected.endsWith(service))) {
        down[check.level] += 1
      }
      tell(again)
    }
  }
  const interrupted = new Promise((resolve) => interruption?.addEventListener('abort', resolve))
  const working = Promise.all(Array.from({ length: run.settings.jobs }, work)).then(workAlone)
  await Promise.race([interrupted, working])
  const completion: Completion = awaySince
    ? { kind: 'error', reason: `the target went away: no answer since ${awaySince}` }
    : { kind: 'unverified', reason: 'the run was interrupted' }
  const all = checks.map(
    (check, index) => done[index] ?? { check, record: createCheckRecord(), completion, milliseconds: 0 },
  )
  return { all, ...(awaySince !== undefined && { awaySince }) }
}

/** So many calls that are never served are waited for. */
const mostDown = 3

/** What was turned away in the crowd is tried again alone. */
function isDown({ completion }: CheckRun): boolean {
  return completion.kind === 'unverified' && completion.isDown === true
}
