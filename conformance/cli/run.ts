/** `run`: all checks, the verdict, the reports. */
import { accessSync, constants, mkdirSync } from 'node:fs'
import { basename } from 'node:path'
import type { Driver } from '../client/http.ts'
import { readBaseline } from '../config/baseline.ts'
import type { Config } from '../config/config.ts'
import { select } from '../config/selection.ts'
import { UsageError } from '../config/usage-error.ts'
import { runPreflight } from '../preflight/preflight.ts'
import { excuseStaleFixtures, usedUp } from '../preflight/stale-fixtures.ts'
import { outcomeOf } from '../report/check-result.ts'
import type { Terminal } from '../report/console.ts'
import { createProgress } from '../report/progress.ts'
import { createResult, type Result } from '../report/result.ts'
import { renderTerminal } from '../report/terminal.ts'
import { renderings, writeReports } from '../report/write.ts'
import { createRunContext } from '../runner/context.ts'
import type { CheckRun } from '../runner/run-check.ts'
import { runChecks } from '../runner/runner.ts'

/** How a run ended. */
export const exitCodes = {
  conformant: 0,
  'not conformant': 1,
  usage: 2,
  unverified: 3,
  error: 4,
  interrupted: 130,
} as const

export async function runCommand(config: Config, terminal: Terminal): Promise<number> {
  const { report, json } = config
  if (report !== undefined) prepare(report)
  const { result, redact, isInterrupted, fixturesAreStale, awaySince } = await performRun(config, terminal)
  const say = json ? terminal.err : terminal.out
  // The verdict comes last, where it is seen.
  if (report !== undefined) {
    const files = writeReports(result, report).map((file) => basename(file))
    say(redact(`wrote ${files.join(', ')} to ${report}\n\n`))
  }
  // Above what it explains; and below, where it is seen.
  if (fixturesAreStale) say(`${usedUp}\n\n`)
  terminal.out(json ? renderings['report.json'](result) : renderTerminal(result, terminal.isStyled))
  if (fixturesAreStale && !json) say(`${usedUp}\n`)
  if (awaySince !== undefined) {
    terminal.err(`the target went away: no answer since ${awaySince}\n`)
    return exitCodes.error
  }
  // A list that is used up is nothing to get accustomed to.
  return isInterrupted ? exitCodes.interrupted : exitCodeOf(result, config.allowUnverified && !fixturesAreStale)
}

/** @throws UsageError if nothing can be written there. */
function prepare(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new UsageError(`no reports can be written to ${folder}: ${(error as NodeJS.ErrnoException).code}`)
  }
}

interface Conducting {
  result: Result
  isInterrupted: boolean
  /** The list of fixtures looks used up. */
  fixturesAreStale: boolean
  /** The check since which the target answers nobody. */
  awaySince?: string
  redact(text: string): string
}

/** Runs what the configuration selects. */
export async function performRun(config: Config, terminal: Terminal, driver?: Driver): Promise<Conducting> {
  const interruption = terminal.interruption?.()
  const known = config.baseline === undefined ? [] : readBaseline(config.baseline)
  const checks = select(config.only, config.skip)
  const { run, secrets } = createRunContext(config, driver)
  const looking = async () => {
    for await (const { wrong } of runPreflight(run, config, checks)) {
      if (!wrong) continue
      wrong.message = secrets.redact(wrong.message)
      throw wrong
    }
  }
  await unless(interruption, looking())
  const started = new Date()
  const begin = performance.now()
  const progress = createProgress(terminal, checks.length)
  const tell = (ran: CheckRun) => progress.update(ran.check, outcomeOf(ran, config.level))
  const { all, awaySince } = await runChecks(run, checks, tell, interruption)
  progress.end()
  const milliseconds = Math.round(performance.now() - begin)
  const { ran, fixturesAreStale } = excuseStaleFixtures(all, config)
  return {
    result: createResult(config, { started, milliseconds, ran, known }, secrets),
    isInterrupted: interruption?.aborted ?? false,
    fixturesAreStale,
    ...(awaySince !== undefined && { awaySince }),
    redact: secrets.redact,
  }
}

/** Waits for what is under way, but not beyond an interruption. */
function unless(interruption: AbortSignal | undefined, work: Promise<void>): Promise<void> {
  const interrupted = new Promise<void>((resolve) => {
    interruption?.addEventListener('abort', () => {
      work.catch(() => {})
      resolve()
    })
  })
  return Promise.race([work, interrupted])
}

export function exitCodeOf({ level, verdict, counts, stale }: Result, allowUnverified: boolean): number {
  if (verdict[level] === 'not conformant' || stale) return exitCodes['not conformant']
  if (verdict[level] === 'error') return exitCodes.error
  const isUnverified = counts[level].unverified !== undefined && !allowUnverified
  return verdict[level] === 'nothing seen' || isUnverified ? exitCodes.unverified : exitCodes.conformant
}
