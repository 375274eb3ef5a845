/** `npm run conformance:self-test`: the kit must fail every fault and pass every legal variant. */
import { parseArgs } from 'node:util'
import { UsageError } from '../client/usage-error.ts'
import type { Terminal } from '../report/console.ts'
import type { Result } from '../report/result.ts'
import { formatFinding } from '../report/text.ts'
import { type Level, levels } from '../verdict/verdict.ts'
import { profileFailures } from './expected-failures.ts'
import { expectedSurvivors } from './expected-survivors.ts'
import { type Fault, faults } from './faults/index.ts'
import { describeLoss, type Kill, readKills, writeKills } from './kills.ts'
import { runTrial, runTrials, type Trial } from './trial.ts'
import { type Variant, variants } from './variants/index.ts'

/** The part of a trial that is kept: full results of all trials would take too much memory. */
interface FaultTrial {
  fault: Fault
  failed: Trial['failed']
  /** Ids of the requirements that the fault breaks. */
  broken: Set<string>
}

/** Returns the exit code: 0 if nothing survives without a reason and nothing legal is failed. */
export async function runSelfTest(args: string[], terminal: Terminal): Promise<number> {
  const { picked, updatesKills } = pick(args)
  const chosen = <T extends Fault | Variant>(items: T[]) => items.filter((item) => picked.has(item))
  const progress = createProgress(terminal, picked.size)
  const out = (text: string) => {
    progress.clear()
    terminal.out(text)
  }
  const clean = await runTrial()
  let falseAlarms = 0
  for (const level of levels) falseAlarms += reportAlarms(clean, level, out)
  for await (const { trial } of runTrials(chosen(variants), (variant) => ({ variant }))) {
    for (const level of ['documented', 'sound'] as const) falseAlarms += reportAlarms(trial, level, out)
    const expected = profileFailures[trial.id]
    if (expected) {
      const profile = trial.failed.profile.filter((id) => !expected.includes(id))
      falseAlarms += reportAlarms({ ...trial, failed: { ...trial.failed, profile } }, 'profile', out)
    }
    progress.update(trial.id)
  }
  const trials: FaultTrial[] = []
  const kills = readKills()
  let unexplained = 0
  let losses = 0
  for await (const { item: fault, trial } of runTrials(chosen(faults), (fault) => ({ fault }))) {
    const broken = trial.result.sentences.filter(({ outcome }) => outcome.profile === 'fail').map(({ id }) => id)
    trials.push({ fault, failed: trial.failed, broken: new Set(broken) })
    const level = levels.find((level) => trial.failed[level].length > 0)
    const [first, ...more] = level ? trial.failed[level] : []
    const killer = first ? `${level} ${first}${more.length > 0 ? ` +${more.length}` : ''}` : 'SURVIVES'
    // A fault that fails below its level breaks more than it says, or has the wrong level.
    for (const below of levels.slice(0, levels.indexOf(fault.level))) {
      if (trial.failed[below].length > 0) falseAlarms += reportAlarms(trial, below, out)
    }
    const isKilled = trial.failed[fault.level].length > 0
    const reason = isKilled ? undefined : (expectedSurvivors[fault.level][fault.id] ?? 'WITHOUT A REASON')
    if (reason === 'WITHOUT A REASON') unexplained += 1
    const suffix = reason === undefined ? '' : ` (${reason})`
    out(`${killer.padEnd(26)} ${fault.level.padEnd(11)} ${fault.id}: ${fault.title}${suffix}\n`)
    const kill = killOf(trial)
    const loss = updatesKills ? '' : describeLoss(kills.get(fault.id), kill)
    if (loss !== '') {
      losses += 1
      out(`LOST ${fault.id}: ${loss}\n`)
    }
    if (kill) kills.set(fault.id, kill)
    progress.update(fault.id)
  }
  const documented = trials.filter(({ fault }) => fault.level === 'documented')
  const sound = trials.filter(({ fault }) => fault.level !== 'profile')
  const summary = [
    `killed at documented: ${killRate('documented', documented)} of the faults that break a statement of the document`,
    `killed at sound: ${killRate('sound', sound)} of these and of what no implementation would choose`,
    `killed at profile: ${killRate('profile', trials)} of all`,
    `survivors without a reason: ${unexplained}`,
    `false alarms: ${falseAlarms}`,
    `losses, compared with kills.json: ${losses}`,
  ]
  out(`\n${summary.join('\n')}\n`)
  if (picked.size === variants.length + faults.length) out(traceability(clean.result, trials))
  if (updatesKills) writeKills(kills)
  return falseAlarms === 0 && unexplained === 0 && losses === 0 ? 0 : 1
}

function killOf({ failed, result }: Trial): Kill | undefined {
  const level = levels.find((one) => failed[one].length > 0)
  if (!level) return undefined
  return {
    level,
    requirements: result.sentences.filter(({ outcome }) => outcome[level] === 'fail').map(({ id }) => id),
  }
}

/**
 * The faults and variants that the arguments select: the given ids or all, or every nth for `--sample NUMBER`. With
 * `--update-kills`, what the faults break is written to kills.json in place of being compared with it.
 * @throws UsageError
 */
function pick(args: string[]): { picked: Set<Fault | Variant>; updatesKills: boolean } {
  const all = [...variants, ...faults]
  const { values, positionals: ids } = parse(args)
  const unknown = ids.find((name) => !all.some(({ id }) => id === name))
  if (unknown !== undefined) throw new UsageError(`unknown fault or variant: ${unknown}`)
  if (values.sample !== undefined && !/^[1-9]\d*$/.test(values.sample)) throw new UsageError('--sample takes a number')
  const selected = all.filter(({ id }) => ids.length === 0 || ids.includes(id))
  const share = Math.min(1, Number(values.sample ?? selected.length) / selected.length)
  const picked = selected.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share))
  return { picked: new Set(picked), updatesKills: values['update-kills'] === true }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: { sample: { type: 'string' }, 'update-kills': { type: 'boolean' } },
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageError((error as Error).message.split(/[.\n]/)[0])
  }
}

/** Where a line cannot be rewritten, progress is printed once for this many trials. */
const progressInterval = 25

/** Shows how many trials are done and estimates the remaining time. */
function createProgress(terminal: Terminal, total: number) {
  const begin = performance.now()
  let done = 0
  terminal.err(`${total} ${total === 1 ? 'implementation,' : 'implementations, each'} with a run of all checks\n`)
  const clear = () => {
    if (terminal.isLive) terminal.err('\r\x1b[2K')
  }
  return {
    clear,
    update(id: string) {
      done += 1
      const minutes = ((performance.now() - begin) / done) * ((total - done) / 60_000)
      const text = `${done} of ${total}, ${minutes.toFixed(1)} min left: ${id}`
      clear()
      if (terminal.isLive && done < total) terminal.err(text)
      else if (done % progressInterval === 0) terminal.err(`${text}\n`)
    },
  }
}

function killRate(level: Level, trials: FaultTrial[]): string {
  const killed = trials.filter(({ failed }) => failed[level].length > 0).length
  const percentage = trials.length > 0 ? ` (${((100 * killed) / trials.length).toFixed(1)} %)` : ''
  return `${killed} of ${trials.length}${percentage}`
}

/** Lists requirements with their checks and faults; ✗ marks one that no check cites or no fault breaks. */
function traceability({ sentences, checks }: Result, trials: FaultTrial[]): string {
  const rows = sentences.map(({ id, text, checks, needs }) => {
    if (needs) return `  ${id.padEnd(5)} unverified: needs ${needs}. ${text}`
    const count = trials.filter(({ broken }) => broken.has(id)).length
    const mark = checks.length === 0 || count === 0 ? '✗' : ' '
    return `${mark} ${id.padEnd(5)} ${String(checks.length).padStart(3)} checks ${String(count).padStart(4)} faults  ${text}`
  })
  const killers = new Set(trials.flatMap(({ failed }) => failed.profile))
  const idle = checks.filter(({ id }) => !killers.has(id)).map(({ id }) => id)
  return `\n${rows.join('\n')}\nchecks that kill nothing: ${idle.join(', ') || 'none'}\n`
}

/** Prints the checks that failed a legal implementation; returns 1 if there are any. */
function reportAlarms({ id, title, failed, result }: Trial, level: Level, out: Terminal['out']): number {
  const unverified = result.checks.filter(({ outcome }) => ['unverified', 'error'].includes(outcome[level]))
  const more = unverified.length > 0 ? `; unverified: ${unverified.length}, as ${unverified[0]?.reason}` : ''
  const [finding] = result.checks.find(({ id }) => id === failed[level][0])?.findings ?? []
  const details = finding ? `; ${formatFinding(finding)}` : ''
  const alarm = failed[level].length === 0 ? 'no alarm' : `FALSE ALARM ${failed[level].join(', ')}`
  out(`${alarm} (${level}): ${id}, ${title}${details}${more}\n`)
  return failed[level].length === 0 ? 0 : 1
}
