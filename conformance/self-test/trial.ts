/** Runs the kit against the independent implementation, with a fault, with a variant, or unchanged. */

import { performRun } from '../cli/perform-run.ts'
import { readConfig } from '../cli/settings/config.ts'
import type { Terminal } from '../report/console.ts'
import { perLevel, type Result } from '../report/result.ts'
import type { Level } from '../verdict/verdict.ts'
import type { Fault } from './faults/index.ts'
import { startImplementation } from './implementation/index.ts'
import type { Variant } from './variants/index.ts'

export interface Trial {
  id: string
  /** The checks that failed at each level. */
  failed: { [L in Level]: string[] }
  result: Result
}

type Options = { fault?: Fault; variant?: Variant; checksWords?: boolean }

/** The implementation is local and fast, so little patience is enough. */
const quick = ['--timeout', '10', '--patience', '2', '--jobs', '8', '--no-explore']

const silent: Terminal = { out: () => {}, err: () => {}, isStyled: false }

/** @param only ids, parts or sections; empty selects all checks. */
export async function runTrial(options: Options = {}, only: string[] = []): Promise<Trial> {
  const { fault, variant, checksWords = false } = options
  const implementation = await startImplementation(options)
  try {
    const { url, hookUrl, adminKey, transport } = implementation
    const { config } = readConfig([url, ...quick], { MC_HOOK: hookUrl, MC_ADMIN_KEY: adminKey })
    const auth = { ...config.auth, ...transport }
    const { result } = await performRun({ ...config, only, checksWords, auth }, silent)
    const failedAt = (level: Level) =>
      result.checks.filter(({ outcome }) => outcome[level] === 'fail').map(({ id }) => id)
    const { id } = fault ?? variant ?? { id: 'clean' }
    return { id, result, failed: perLevel(failedAt) }
  } finally {
    await implementation.close()
  }
}

/** Trials at a time: a run spends much of its time waiting. */
const concurrency = 2

/** Runs a trial for each item and yields them in the given order. */
export async function* runTrials<T>(
  items: T[],
  optionsFor: (item: T) => Options,
): AsyncGenerator<{ item: T; trial: Trial }> {
  const running: { item: T; trial: Promise<Trial> }[] = []
  for (const item of items) {
    const first = running.length === concurrency ? running.shift() : undefined
    if (first) yield { item: first.item, trial: await first.trial }
    // A second attempt, in case a busy machine made the start time out.
    const trial = runTrial(optionsFor(item)).catch(() => runTrial(optionsFor(item)))
    // Avoids an unhandled rejection; the consumer still sees the error.
    trial.catch(() => {})
    running.push({ item, trial })
  }
  for (const { item, trial } of running) yield { item, trial: await trial }
}
