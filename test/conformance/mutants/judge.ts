/** Starts the server of a tree and runs the kit against it, until it is known at which level the kit notices. */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { readConfig } from '../../../conformance/config.ts'
import type { Ran } from '../../../conformance/play.ts'
import { preflight } from '../../../conformance/preflight.ts'
import { runChecks } from '../../../conformance/runner.ts'
import { select } from '../../../conformance/selection.ts'
import { openSession } from '../../../conformance/session.ts'
import { judge as judgeCheck, type Level, levels } from '../../../conformance/verdict.ts'
import type { Reference } from '../reference.ts'

export interface Fate {
  /**
   * The level at which the kit notices; `start` if there is nothing to test: it does not start, crashes, hangs, or makes
   * no state that a check could begin with.
   */
  killed: Level | 'start' | undefined
  /** The check that failed, or what happened. */
  by?: string
}

/** In milliseconds, for all that is done with one mutant; it may run in circles. */
const patience = 60_000

const flags = ['--patience', '2', '--jobs', '8']

export async function judge(path: string, signal: AbortSignal): Promise<Fate> {
  const child = fork(join(path, 'test/conformance/mutants/serve.ts'), {
    cwd: path,
    stdio: 'ignore',
    env: { ...process.env, NODE_COMPILE_CACHE: join(path, 'cache') },
    timeout: patience,
    signal,
    killSignal: 'SIGKILL',
  })
  // An abort is an error of the process, too; what follows sees that it has ended.
  child.on('error', () => {})
  const ended = new Promise<undefined>((resolve) => child.once('exit', () => resolve(undefined)))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  try {
    const started = new Promise<Reference>((resolve) => child.once('message', (told) => resolve(told as Reference)))
    const reference = await Promise.race([started, ended])
    if (!reference) return { killed: 'start', by: child.signalCode ? 'does not start in time' : 'does not start' }
    const fate = await tryOut(reference)
    if (hasEnded()) return { killed: 'start', by: child.signalCode ? 'hangs' : 'crashes' }
    return fate
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

/** The kit's own run, but that it ends with the first check that fails at the level documented. */
async function tryOut({ url, hookUrl, adminKey }: Reference): Promise<Fate> {
  const { config } = readConfig([url, ...flags, '--hook', hookUrl, '--admin-key', adminKey], {})
  const { run } = openSession(config)
  const failed: { [L in Level]?: string } = {}
  let unable: string | undefined
  const note = ({ check, record, ending }: Ran) => {
    const broken = record.findings.map(({ provenance }) => provenance)
    for (const level of levels) {
      if (judgeCheck(ending, broken, [], level, check.level) === 'fail') failed[level] ??= check.id
    }
    if ('reason' in ending) unable ??= `${check.id}: ${ending.reason}`
  }
  const checks = select([], []).map((check) => ({
    ...check,
    run: async (stage: Parameters<typeof check.run>[0]) => (failed.documented ? undefined : check.run(stage)),
  }))
  try {
    await preflight(run, config)
  } catch (error) {
    return { killed: 'start', by: (error as Error).message }
  }
  await runChecks(run, checks, note)
  const level = levels.find((level) => failed[level])
  if (level) return { killed: level, by: failed[level] as string }
  return unable === undefined ? { killed: undefined } : { killed: 'start', by: unable }
}
