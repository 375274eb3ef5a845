/** Runs the selected checks, explores, and makes the result. */

import { describeUnexpected, type RunServices } from '../checks/runner/run-check.ts'
import { runChecks, untilInterrupted } from '../checks/runner/runner.ts'
import type { Check } from '../checks/support/suite.ts'
import type { Driver } from '../client/http.ts'
import type { Secrets } from '../client/redact.ts'
import { createExplain } from '../document/cause-of.ts'
import { type KeptExploration, notExplored, runExploration } from '../explore/run-exploration.ts'
import { outcomeOf } from '../report/check-result.ts'
import type { Terminal } from '../report/console.ts'
import { createResult } from '../report/create-result.ts'
import { createProgress, type Progress } from '../report/progress.ts'
import type { Result } from '../report/result.ts'
import type { CheckRun } from '../verdict/check.ts'
import { explorePart } from '../verdict/check.ts'
import type { Finding } from '../verdict/finding.ts'
import { excuseMissing } from '../verdict/missing-operations.ts'
import { addNotes } from '../verdict/notes/add-notes.ts'
import { withoutRepeatedFindings } from '../verdict/repeated-findings.ts'
import { excuseUsedLists } from '../verdict/used-lists.ts'
import { type Completion, severityOf } from '../verdict/verdict.ts'
import { checks as allChecks } from './checks.ts'
import { runPreflight } from './preflight/index.ts'
import { createRunContext } from './run-context.ts'
import { currentReasons, readBaseline, staleEntries } from './settings/baseline.ts'
import type { Config } from './settings/config.ts'
import { select } from './settings/selection.ts'

export interface PerformedRun {
  result: Result
  interruption: AbortSignal | undefined
  listsAreUsedUp: boolean
  /** The first check to which the target did not respond, if it went down. */
  downSince?: string
  secrets: Secrets
}

export async function performRun(config: Config, terminal: Terminal, driver?: Driver): Promise<PerformedRun> {
  const interruption = terminal.interruption?.()
  const knownFailures = config.baseline === undefined ? [] : readBaseline(config.baseline)
  const checks = select(config.only, config.skip)
  const { services, explorePool, secrets } = createRunContext(config, driver)
  const progress = createProgress(terminal, checks.length)
  progress.say('checking target, keys and accounts')
  const preparing = prepare(services, config, checks, secrets, terminal)
  const missing = (await untilInterrupted(interruption, preparing).finally(progress.end)) ?? []
  const [started, begin] = [new Date(), performance.now()]
  const today = started.toISOString().slice(0, 10)
  const reasons = currentReasons(knownFailures, today)
  const isFailure = (run: CheckRun) => outcomeOf(run, config.level) === 'fail' && !reasons.has(run.check.id)
  const onResult = (run: CheckRun) => {
    const [present = run] = excuseMissing([run], missing)
    const outcome = outcomeOf(present, config.level)
    progress.update(run.check, outcome === 'fail' && !isFailure(present) ? 'pass' : outcome)
  }
  const [toExplore, toRun] = [checks.filter(isExploring), checks.filter((check) => !isExploring(check))]
  const { runs: named, downSince } = await runChecks(services, toRun, onResult, interruption)
  const omission = whyNotExplored(config, downSince, interruption)
  const exploration: Explored =
    toExplore.length > 0
      ? await explore({ ...services, pool: explorePool }, config, progress, omission, interruption)
      : { runs: [], explored: [] }
  for (const run of exploration.runs) onResult(run)
  progress.end()
  const milliseconds = Math.round(performance.now() - begin)
  const { runs: excused, listsAreUsedUp } = excuseUsedLists(named, config)
  const present = excuseMissing([...excused, ...exploration.runs], missing)
  const found = [...withoutRepeatedFindings(present.slice(0, named.length)), ...present.slice(named.length)]
  const repeating = present.filter(isFailure).length - found.filter(isFailure).length
  if (repeating > 0)
    terminal.err(`of these failures, ${repeating} repeat what other checks show, and are not counted\n`)
  const isInterrupted = interruption?.aborted ?? false
  const data = {
    started,
    milliseconds,
    runs: isInterrupted ? found : withNotes(found, exploration.explored, config, terminal),
    total: allChecks.length,
    isInterrupted,
    gateway: services.client.gateway.summary(),
    left: services.client.left,
    reasons,
    staleEntries: (failed: Map<string, boolean>) => staleEntries(knownFailures, failed, today),
    ...(exploration.kept && { exploration: exploration.kept }),
  }
  const result = createResult(config, data, secrets)
  return { result, interruption, listsAreUsedUp, ...(downSince !== undefined && { downSince }), secrets }
}

const isExploring = ({ part }: Check) => part === explorePart

/** Returns the operations that do not answer. */
async function prepare(
  services: RunServices,
  config: Config,
  checks: Check[],
  secrets: Secrets,
  terminal: Terminal,
): Promise<string[]> {
  const unanswered: string[] = []
  for await (const { description, isNotable, missing = [], error } of runPreflight(services, config, checks)) {
    if (isNotable) terminal.err(`${description}\n`)
    unanswered.push(...missing)
    if (!error) continue
    error.message = secrets.redact(error.message)
    throw error
  }
  return unanswered
}

type Explored = { runs: CheckRun[]; explored: CheckRun[]; kept?: KeptExploration }

async function explore(
  services: RunServices,
  config: Config,
  progress: Progress,
  omission?: Completion,
  interruption?: AbortSignal,
): Promise<Explored> {
  if (omission) return { runs: notExplored(omission), explored: [] }
  try {
    progress.say(`exploring for about ${config.explore} s`)
    await untilInterrupted(interruption, services.pool.tryHook())
    return await runExploration(services, config, interruption)
  } catch (error) {
    // The results of the named checks must not be lost.
    return { runs: notExplored({ kind: 'error', reason: describeUnexpected(error) }), explored: [] }
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
  return interruption?.aborted ? { kind: 'unverified', reason: 'the run was interrupted' } : undefined
}

function withNotes(runs: CheckRun[], explored: CheckRun[], config: Config, terminal: Terminal): CheckRun[] {
  // A conformant target may have findings that only other levels judge.
  const isJudged = ({ basis }: Finding) => severityOf(basis, config.level) !== 'nothing'
  if (!runs.some(({ record }) => record.findings.some(isJudged))) return runs
  try {
    return addNotes(runs, explored, { auth: config.auth, explain: createExplain(config.auth) })
  } catch (error) {
    terminal.err(`the failures have no notes: ${describeUnexpected(error)}\n`)
    return runs
  }
}
