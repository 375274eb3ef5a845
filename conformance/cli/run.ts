/** `run`: runs the checks and writes the reports; the verdict decides the exit code. */
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { UsageError } from '../client/usage-error.ts'
import { exitCodeOfSignal, type Terminal } from '../report/console.ts'
import type { Result } from '../report/result.ts'
import { reveal } from '../report/shell.ts'
import { renderTerminal } from '../report/terminal.ts'
import { findingsOf } from '../report/view.ts'
import { renderings, writeReports, writeSecrets } from '../report/write.ts'
import { count } from '../verdict/count.ts'
import { usedUpMessage } from '../verdict/used-lists.ts'
import { type PerformedRun, performRun } from './perform-run.ts'
import type { Config } from './settings/config.ts'

export const exitCodes = {
  conformant: 0,
  'not conformant': 1,
  usage: 2,
  unverified: 3,
  error: 4,
} as const

export async function runCommand(config: Config, terminal: Terminal): Promise<number> {
  if (config.report !== undefined) prepareFolder(config.report)
  const run = await performRun(config, terminal)
  const writeError = writeAll(run, config, terminal)
  printResult(run, config, terminal)
  const { result, downSince } = run
  const warned = decidingWarnings(result, config)
  if (warned > 0) {
    terminal.err(`${count(warned, 'check')} with warnings or hardening gaps: by --fail-on warn, that is exit code 1\n`)
  }
  if (downSince !== undefined) terminal.err(`the target stopped responding: no response since ${downSince}\n`)
  else if (writeError) terminal.err(`the reports could not be written: ${writeError.message}\n`)
  return writeError ? exitCodes.error : exitCodeOf(run, config)
}

/** Writes the reports, if a folder is given; returns the error if they cannot be written. */
function writeAll({ result, secrets }: PerformedRun, config: Config, terminal: Terminal): Error | undefined {
  const { report } = config
  if (report === undefined) return undefined
  try {
    const files = writeReports(result, report).map((file) => basename(file))
    if (config.reveal) files.push(basename(writeSecrets(result, secrets, report)))
    const print = config.json ? terminal.err : terminal.out
    print(secrets.redact(`wrote ${files.join(', ')} to ${report}\n\n`))
    return undefined
  } catch (error) {
    return error as Error
  }
}

function printResult({ result, secrets, listsAreUsedUp }: PerformedRun, config: Config, terminal: Terminal): void {
  const { json } = config
  // Printed first, because it explains the report, and last, because users read the end.
  if (listsAreUsedUp) (json ? terminal.err : terminal.out)(`${usedUpMessage}\n\n`)
  const text = json ? renderings['report.json'](result) : renderTerminal(result, terminal.isStyled)
  terminal.out(config.reveal && !json ? reveal(text, secrets) : text)
  if (listsAreUsedUp && !json) terminal.out(`${usedUpMessage}\n`)
}

/**
 * Removes the reports of an earlier run: a run that cannot start would leave them as its own.
 * @throws UsageError if the folder is not writable.
 */
function prepareFolder(folder: string): void {
  try {
    makeFolder(folder)
    accessSync(folder, constants.W_OK)
    // Files of these names that are no report stay.
    if (!existsSync(join(folder, 'report.json'))) return
    for (const file of [...Object.keys(renderings), 'secrets.sh']) rmSync(join(folder, file), { force: true })
  } catch (error) {
    throw new UsageError(`no reports can be written to ${folder}: ${(error as NodeJS.ErrnoException).code}`)
  }
}

/** Makes a folder and those above it one by one: a recursive mkdirSync below /proc never returns, in Node 20 and 24. */
function makeFolder(folder: string): void {
  try {
    readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    makeFolder(dirname(folder))
    mkdirSync(folder)
  }
}

/** The number of checks whose warnings count as failures. */
function decidingWarnings(result: Result, { failOn }: Pick<Config, 'failOn'>): number {
  if (failOn !== 'warn') return 0
  const isWarned = (check: Result['checks'][number]) =>
    (['warning', 'gap'] as const).some((kind) => findingsOf(check, result.level, kind).length > 0)
  return result.checks.filter((check) => check.known === undefined && isWarned(check)).length
}

export function exitCodeOf(
  { result, interruption, listsAreUsedUp, downSince }: PerformedRun,
  { allowUnverified, failOn }: Pick<Config, 'allowUnverified' | 'failOn'>,
): number {
  if (downSince !== undefined) return exitCodes.error
  if (interruption?.aborted) return exitCodeOfSignal(interruption.reason)
  const { level, verdict, counts, stale } = result
  const isWarned = decidingWarnings(result, { failOn }) > 0
  if (verdict[level] === 'not conformant' || stale || isWarned) return exitCodes['not conformant']
  if (verdict[level] === 'error') return exitCodes.error
  // --allow-unverified must not hide used-up lists.
  const isUnverified = counts[level].unverified !== undefined && (!allowUnverified || listsAreUsedUp)
  const isMissing = counts[level].missing !== undefined
  return verdict[level] === 'nothing seen' || isUnverified || isMissing ? exitCodes.unverified : exitCodes.conformant
}
