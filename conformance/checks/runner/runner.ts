/** Runs checks, several at the same time. */

import { TargetDownError } from '../../client/liveness.ts'
import type { CheckRun } from '../../verdict/check.ts'
import { createCheckRecord } from '../../verdict/record.ts'
import type { Completion, Level } from '../../verdict/verdict.ts'
import type { Check } from '../support/suite.ts'
import { runCheck } from './retry-check.ts'
import type { RunServices } from './run-check.ts'

/** Checks of a level that stay unavailable, after which the remaining ones are not repeated. */
const maxUnavailable = 3

/**
 * @param onResult receives each check that has finished.
 * @param interruption leaves unfinished checks unverified.
 * @returns the run of each check, and the first check to which the target did not respond, if it went down.
 */
export async function runChecks(
  services: RunServices,
  checks: readonly Check[],
  onResult: (run: CheckRun) => void,
  interruption?: AbortSignal,
): Promise<{ runs: CheckRun[]; downSince?: string }> {
  const done: CheckRun[] = []
  let downSince: string | undefined
  const isOver = () => interruption?.aborted || downSince !== undefined

  async function runAt(index: number, check: Check, services: RunServices): Promise<CheckRun | undefined> {
    try {
      const run = await runCheck(services, check)
      if (!interruption?.aborted) done[index] = run
    } catch (error) {
      if (!(error instanceof TargetDownError)) throw error
      downSince ??= check.id
    }
    return done[index]
  }

  const inOrder = (wanted: Check['order']) => [...checks.entries()].filter(([, { order }]) => order === wanted)
  const waiting = inOrder('any')
  const alone = inOrder('alone')
  async function work(queue = waiting): Promise<void> {
    for (let next = queue.shift(); next && !isOver(); next = queue.shift()) {
      const run = await runAt(...next, services)
      if (run && !isUnavailable(run)) onResult(run)
    }
  }

  /** Repeats the checks that were answered with 503 only, one at a time. */
  async function repeatUnavailable(): Promise<void> {
    const unavailable: Record<Level, number> = { documented: 0, sound: 0, profile: 0 }
    for (const [index, check] of checks.entries()) {
      let run = done[index]
      if (!run || !isUnavailable(run)) continue
      const isWorthwhile = !isOver() && unavailable[check.level] < maxUnavailable
      if (isWorthwhile) run = (await runAt(index, check, { ...services, isAlone: true })) ?? run
      const isUnserved = run.record.findings.some(
        ({ claim }) => claim.kind === 'rule' && claim.rule === 'a response but 503',
      )
      if (isUnavailable(run) || isUnserved) unavailable[check.level] += 1
      onResult(run)
    }
  }

  const working = Promise.all(Array.from({ length: services.settings.jobs }, () => work()))
    .then(() => work(alone))
    .then(repeatUnavailable)
  await untilInterrupted(interruption, working)
  const completion: Completion = downSince
    ? { kind: 'error', reason: `the target stopped responding: no response since ${downSince}` }
    : { kind: 'unverified', reason: 'the run was interrupted' }
  const runs = checks.map(
    (check, index) => done[index] ?? { check, record: createCheckRecord(), completion, milliseconds: 0 },
  )
  return { runs, ...(downSince !== undefined && { downSince }) }
}

/** Undefined at the interruption, which does not end the work. */
export function untilInterrupted<T>(interruption: AbortSignal | undefined, work: Promise<T>): Promise<T | undefined> {
  // Avoids an unhandled rejection after the interruption.
  work.catch(() => {})
  const interrupted = new Promise<undefined>((resolve) => {
    if (interruption?.aborted) resolve(undefined)
    interruption?.addEventListener('abort', () => resolve(undefined))
  })
  return Promise.race([work, interrupted])
}

function isUnavailable({ completion }: CheckRun): boolean {
  return completion.kind === 'unverified' && completion.isDown === true
}
