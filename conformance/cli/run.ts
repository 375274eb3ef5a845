/** `run`: runs the checks and writes the reports; the verdict decides the exit code. */
import { accessSync, constants, mkdirSync, readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { createRunContext } from '../checks/runner/context.ts'
import { describeUnexpected } from '../checks/runner/run-check.ts'
import { runChecks } from '../checks/runner/runner.ts'
import type { CheckRun } from '../checks/support/check-run.ts'
import type { Driver } from '../client/http.ts'
import type { Secrets } from '../client/redact.ts'
import { UsageError } from '../client/usage-error.ts'
import { withoutEchoes } from '../document/echoes.ts'
import { explorePart } from '../explore/explore-checks.ts'
import { notExplored, runExploration } from '../explore/run-exploration.ts'
import { outcomeOf } from '../report/check-result.ts'
import type { Terminal } from '../report/console.ts'
import { createResult } from '../report/create-result.ts'
import { createProgress } from '../report/progress.ts'
import type { Result } from '../report/result.ts'
import { reveal } from '../report/shell.ts'
import { interruptedReason, warnedOf } from '../report/summaries.ts'
import { renderTerminal } from '../report/terminal.ts'
import { renderings, writeReports, writeSecrets } from '../report/write.ts'
import { count } from '../verdict/count.ts'
import { explainAcceptances } from '../verdict/earlier-calls.ts'
import { uniteLag } from '../verdict/lag.ts'
import { addNotes } from '../verdict/notes/add-notes.ts'
import { excuseStaleFixtures, staleMessage } from '../verdict/stale-fixtures.ts'
import type { Completion } from '../verdict/verdict.ts'
import { runPreflight } from './preflight/index.ts'
import { readBaseline } from './settings/baseline.ts'
import type { Config } from './settings/config.ts'
import { select } from './settings/selection.ts'

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
  if (report !== undefined) prepareFolder(report)
  const { result, secrets, redact, isInterrupted, fixturesAreStale, downSince } = await performRun(config, terminal)
  const print = json ? terminal.err : terminal.out
  let writeError: Error | undefined
  if (report !== undefined) {
    try {
      const files = writeReports(result, report).map((file) => basename(file))
      if (config.reveal) files.push(basename(writeSecrets(result, secrets, report)))
      print(redact(`wrote ${files.join(', ')} to ${report}\n\n`))
    } catch (error) {
      writeError = error as Error
    }
  }
  // Printed first, because it explains the report, and last, because users read the end.
  if (fixturesAreStale) print(`${staleMessage}\n\n`)
  const text = renderTerminal(result, terminal.isStyled)
  terminal.out(json ? renderings['report.json'](result) : config.reveal ? reveal(text, secrets) : text)
  if (fixturesAreStale && !json) print(`${staleMessage}\n`)
  const warned = decidingWarnings(result, config)
  if (warned > 0) {
    terminal.err(`${count(warned, 'check')} with warnings or hardening gaps: by --fail-on warn, that is exit code 1\n`)
  }
  if (downSince !== undefined) {
    terminal.err(`the target stopped responding: no response since ${downSince}\n`)
    return exitCodes.error
  }
  if (writeError) {
    terminal.err(`the reports could not be written: ${writeError.message}\n`)
    return exitCodes.error
  }
  // --allow-unverified must not hide stale fixtures.
  return isInterrupted
    ? exitCodes.interrupted
    : exitCodeOf(result, { ...config, allowUnverified: config.allowUnverified && !fixturesAreStale })
}

/** @throws UsageError if the folder is not writable. */
function prepareFolder(folder: string): void {
  try {
    makeFolder(folder)
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new UsageError(`no reports can be written to ${folder}: ${(error as NodeJS.ErrnoException).code}`)
  }
}

/** In Node 20, a recursive mkdirSync below /proc never returns. */
function makeFolder(folder: string): void {
  try {
    readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    makeFolder(dirname(folder))
    mkdirSync(folder)
  }
}

interface PerformedRun {
  result: Result
  isInterrupted: boolean
  fixturesAreStale: boolean
  /** The first check to which the target did not respond, if it went down. */
  downSince?: string
  secrets: Secrets
  redact(text: string): string
}

/** Runs the selected checks. */
export async function performRun(config: Config, terminal: Terminal, driver?: Driver): Promise<PerformedRun> {
  const interruption = terminal.interruption?.()
  const knownFailures = config.baseline === undefined ? [] : readBaseline(config.baseline)
  const checks = select(config.only, config.skip)
  const { services, explorePool, secrets } = createRunContext(config, driver)
  const preflight = async () => {
    for await (const { error } of runPreflight(services, config, checks)) {
      if (!error) continue
      error.message = secrets.redact(error.message)
      throw error
    }
  }
  await untilInterrupted(interruption, preflight())
  const started = new Date()
  const begin = performance.now()
  const progress = createProgress(terminal, checks.length)
  const onResult = (run: CheckRun) => progress.update(run.check, outcomeOf(run, config.level))
  const [explored = [], named = []] = [true, false].map((is) =>
    checks.filter(({ part }) => (part === explorePart) === is),
  )
  const { runs: namedRuns, downSince } = await runChecks(services, named, onResult, interruption)
  const omission = whyNotExplored(config, downSince, interruption)
  const exploration =
    omission === undefined && explored.length > 0
      ? await explorePool
          .tryHook()
          .then(() => runExploration({ ...services, pool: explorePool }, explored, config, interruption))
          // The results of the named checks must not be lost.
          .catch((error) => ({
            runs: notExplored(explored, { kind: 'error', reason: describeUnexpected(error) }),
            explored: [],
          }))
      : { runs: omission ? notExplored(explored, omission) : [], explored: [] }
  for (const run of exploration.runs) onResult(run)
  const allRuns = [...withoutEchoes(namedRuns), ...exploration.runs]
  progress.end()
  const milliseconds = Math.round(performance.now() - begin)
  const withNotes = (...all: [CheckRun[], CheckRun[]]) => {
    try {
      return addNotes(...all, config)
    } catch (error) {
      terminal.err(`the failures have no notes: ${describeUnexpected(error)}\n`)
      return all[0]
    }
  }
  const explained = explainAcceptances(uniteLag(allRuns, config.patience), config.auth)
  const { runs, fixturesAreStale } = excuseStaleFixtures(withNotes(explained, exploration.explored), config)
  return {
    result: createResult(
      config,
      { started, milliseconds, runs, knownFailures, ...('kept' in exploration && { exploration: exploration.kept }) },
      secrets,
    ),
    isInterrupted: interruption?.aborted ?? false,
    fixturesAreStale,
    ...(downSince !== undefined && { downSince }),
    secrets,
    redact: secrets.redact,
  }
}

function whyNotExplored(
  { noExplore, stateless }: Config,
  downSince?: string,
  interruption?: AbortSignal,
): Completion | undefined {
  if (downSince !== undefined) return { kind: 'inapplicable', reason: 'the target stopped responding' }
  if (noExplore) return { kind: 'inapplicable', reason: '--no-explore' }
  if (stateless) return { kind: 'inapplicable', reason: 'the target keeps no state' }
  return interruption?.aborted ? { kind: 'unverified', reason: interruptedReason } : undefined
}

function untilInterrupted(interruption: AbortSignal | undefined, work: Promise<void>): Promise<void> {
  const interrupted = new Promise<void>((resolve) => {
    interruption?.addEventListener('abort', () => {
      // Avoids an unhandled rejection after the interruption.
      work.catch(() => {})
      resolve()
    })
  })
  return Promise.race([work, interrupted])
}

/** The number of checks whose warnings count as failures. */
function decidingWarnings(result: Result, { failOn }: Pick<Config, 'failOn'>): number {
  return failOn === 'warn' ? warnedOf(result).length : 0
}

export function exitCodeOf(
  result: Result,
  { allowUnverified, failOn }: Pick<Config, 'allowUnverified' | 'failOn'>,
): number {
  const { level, verdict, counts, stale } = result
  const isWarned = decidingWarnings(result, { failOn }) > 0
  if (verdict[level] === 'not conformant' || stale || isWarned) return exitCodes['not conformant']
  if (verdict[level] === 'error') return exitCodes.error
  const isUnverified = counts[level].unverified !== undefined && !allowUnverified
  return verdict[level] === 'nothing seen' || isUnverified ? exitCodes.unverified : exitCodes.conformant
}
