/** `run`: all checks, the verdict, the reports. */
import { mkdirSync } from 'node:fs'
import { type KnownFailure, readBaseline, staleEntries } from '../baseline.ts'
import type { Config } from '../config.ts'
import { checkAdminKey, preflight } from '../preflight.ts'
import { createProgress } from '../reports/progress.ts'
import { describe } from '../reports/terminal.ts'
import { writeReports } from '../reports/write.ts'
import { makeResult, type Result } from '../result.ts'
import { type Ran, runChecks } from '../runner.ts'
import { select } from '../selection.ts'
import { openSession } from '../session.ts'
import type { Driver } from '../wire.ts'
import type { Terminal } from './terminal.ts'

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
  const known = config.baseline === undefined ? [] : readBaseline(config.baseline)
  if (config.report !== undefined) mkdirSync(config.report, { recursive: true })
  const { result, redact, isInterrupted } = await conduct(config, terminal)
  const stale = staleEntries(known, result.checks, result.level, new Date().toISOString().slice(0, 10))
  terminal.out(describe(result, { known, stale, styled: terminal.isStyled }))
  if (config.report !== undefined) {
    for (const file of writeReports(result, config.report)) terminal.out(redact(`wrote ${file}\n`))
  }
  return isInterrupted ? exitCodes.interrupted : exitCodeOf(result, known, stale, config.allowUnverified)
}

/** Runs what the configuration selects. */
export async function conduct(
  config: Config,
  terminal: Terminal,
  driver?: Driver,
): Promise<{ result: Result; isInterrupted: boolean; redact(text: string): string }> {
  const checks = select(config.only, config.skip)
  const { run, secrets } = openSession(config, driver)
  await preflight(run, config)
  await checkAdminKey(run, config)
  const started = new Date()
  const begin = performance.now()
  const progress = createProgress(terminal, checks.length)
  const tell = ({ check, ending, record }: Ran) => progress.tell(check, ending, record.findings.length)
  const interruption = terminal.interruption?.()
  const all = await runChecks(run, checks, tell, interruption)
  progress.end()
  return {
    result: makeResult(config, started, Math.round(performance.now() - begin), all, secrets),
    isInterrupted: interruption?.aborted ?? false,
    redact: secrets.redact,
  }
}

export function exitCodeOf(result: Result, known: KnownFailure[], stale: string[], allowUnverified: boolean): number {
  const { level, checks } = result
  const left = checks.filter(({ id, outcome }) => outcome[level] !== 'fail' || !known.some((entry) => entry.id === id))
  const outcomes = left.map(({ outcome }) => outcome[level])
  if (outcomes.includes('fail') || stale.length > 0) return exitCodes['not conformant']
  if (outcomes.includes('error')) return exitCodes.error
  const hasRun = outcomes.some((outcome) => outcome === 'pass' || outcome === 'warn') || left.length < checks.length
  if (!hasRun || (outcomes.includes('unverified') && !allowUnverified)) return exitCodes.unverified
  return exitCodes.conformant
}
