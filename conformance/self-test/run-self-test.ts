/** `npm run conformance:self-test`: the kit must fail every fault and pass every legal variant. */
import { parseArgs } from 'node:util'
import { UsageError } from '../client/usage-error.ts'
import type { Terminal } from '../report/console.ts'
import { createProgress } from '../report/progress.ts'
import { type Level, levels } from '../verdict/verdict.ts'
import { expectedSurvivors, profileFailures } from './expected.ts'
import { type Fault, faults } from './faults/index.ts'
import { describeLoss, killOf, readKills, writeKills } from './kills.ts'
import { describeAlarm, describeKill, type FaultTrial, summarize, traceability } from './report.ts'
import { runTrial, runTrials, type Trial } from './trial.ts'
import { listUnnoticedRows } from './unnoticed-rows.ts'
import { type Variant, variants } from './variants/index.ts'

/** The numbers that count against the kit, and where they are printed. */
interface Tally {
  falseAlarms: number
  unexplained: number
  losses: number
  out(text: string): void
  progress: ReturnType<typeof createProgress>
}

/** Returns the exit code: 0 if nothing survives without a reason and nothing legal is failed. */
export async function runSelfTest(args: string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args)
  if (values.rows) return listUnnoticedRows(positionals, terminal)
  const picked = pick(positionals, values.sample)
  const progress = createProgress(terminal, picked.size, 'trials')
  const out = (text: string) => {
    progress.end()
    terminal.out(text)
  }
  const tally: Tally = { falseAlarms: 0, unexplained: 0, losses: 0, out, progress }
  const clean = await runTrial({ checksWords: true })
  for (const level of levels) judgeLegal(clean, level, tally)
  const broken = clean.result.checks.filter(({ outcome }) => outcome.profile === 'error')
  for (const { id, reason } of broken) out(`alarm: ${id} ended in an error: ${reason}\n`)
  tally.falseAlarms += broken.length
  const isPicked = (item: Fault | Variant) => picked.has(item)
  await tryVariants(variants.filter(isPicked), tally)
  const trials = await tryFaults(faults.filter(isPicked), tally, values['update-kills'] === true)
  out(summarize(trials, tally))
  if (picked.size === variants.length + faults.length) out(traceability(clean.result, trials))
  return tally.falseAlarms === 0 && tally.unexplained === 0 && tally.losses === 0 ? 0 : 1
}

async function tryVariants(chosen: Variant[], tally: Tally): Promise<void> {
  for await (const { trial } of runTrials(chosen, (variant) => ({ variant }))) {
    for (const level of ['documented', 'sound'] as const) judgeLegal(trial, level, tally)
    const expected = profileFailures[trial.id]
    const profile = trial.failed.profile.filter((id) => !expected?.includes(id))
    if (expected) judgeLegal({ ...trial, failed: { ...trial.failed, profile } }, 'profile', tally)
    tally.progress.update({ id: trial.id, part: 'variants' }, 'pass')
  }
}

async function tryFaults(chosen: Fault[], tally: Tally, updatesKills: boolean): Promise<FaultTrial[]> {
  const trials: FaultTrial[] = []
  const kills = readKills()
  for await (const { item: fault, trial } of runTrials(chosen, (fault) => ({ fault }))) {
    const broken = trial.result.requirements.filter(({ outcome }) => outcome.profile === 'fail').map(({ id }) => id)
    const kept = { fault, failed: trial.failed, broken: new Set(broken) }
    trials.push(kept)
    // A fault that fails below its level breaks more than it says, or has the wrong level.
    for (const below of levels.slice(0, levels.indexOf(fault.level)))
      if (trial.failed[below].length > 0) judgeLegal(trial, below, tally)
    const survives = trial.failed[fault.level].length === 0
    const reason = expectedSurvivors[fault.level][fault.id]
    if (survives && reason === undefined) tally.unexplained += 1
    tally.out(describeKill(kept, survives ? (reason ?? 'WITHOUT A REASON') : undefined))
    const kill = killOf(trial)
    const loss = updatesKills ? '' : describeLoss(kills.get(fault.id), kill)
    if (loss !== '') {
      tally.losses += 1
      tally.out(`LOST ${fault.id}: ${loss}\n`)
    }
    if (kill) kills.set(fault.id, kill)
    tally.progress.update({ id: fault.id, part: `faults of Document ${fault.section}` }, 'pass')
  }
  if (updatesKills) writeKills(kills)
  return trials
}

function judgeLegal(trial: Trial, level: Level, tally: Tally): void {
  if (trial.failed[level].length > 0) tally.falseAlarms += 1
  tally.out(describeAlarm(trial, level))
}

/**
 * The faults and variants with the given ids, or all; every nth of them for `--sample NUMBER`.
 * @throws UsageError
 */
function pick(ids: string[], sample: string | undefined): Set<Fault | Variant> {
  const all = [...variants, ...faults]
  const unknown = ids.find((name) => !all.some(({ id }) => id === name))
  if (unknown !== undefined) throw new UsageError(`unknown fault or variant: ${unknown}`)
  if (sample !== undefined && !/^[1-9]\d*$/.test(sample)) throw new UsageError('--sample takes a number')
  const selected = all.filter(({ id }) => ids.length === 0 || ids.includes(id))
  const share = Math.min(1, Number(sample ?? selected.length) / selected.length)
  return new Set(selected.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share)))
}

/** With `--update-kills`, what the faults break is written to kills.json in place of being compared with it. */
function parse(args: string[]) {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const
  const options = { sample: text, 'update-kills': flag, rows: flag }
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message.split(/[.\n]/)[0])
  }
}
