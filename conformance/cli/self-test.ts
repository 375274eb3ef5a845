/** `self-test`: the kit against implementations that are faulty on purpose, and against legal ones that chose otherwise. */
import { parseArgs } from 'node:util'
import { type Level, levels } from '../assess/verdict.ts'
import { readConfig } from '../config/config.ts'
import { UsageError } from '../config/usage-error.ts'
import type { Terminal } from '../report/console.ts'
import type { Result } from '../report/result.ts'
import { type Fault, faults } from '../self-test/faults/index.ts'
import { startImplementation } from '../self-test/implementation.ts'
import { type Variant, variants } from '../self-test/variants/index.ts'
import { conduct } from './run.ts'
import { survivors } from './survivors.ts'

export interface Trial {
  id: string
  title: string
  /** The checks that failed at each level. */
  failed: { [L in Level]: string[] }
  result: Result
}

/** An implementation under test answers at once, so that nothing is worth a long wait. */
const quick = ['--timeout', '3', '--patience', '2', '--jobs', '8']

const silent: Terminal = { out: () => {}, err: () => {}, isStyled: false, isLive: false }

/**
 * Runs the kit once against the implementation with a fault or a variant, or against the clean one.
 * @param only ids, parts or sections; all checks, if there is none.
 */
export async function tryOut(options: { fault?: Fault; variant?: Variant } = {}, only: string[] = []): Promise<Trial> {
  const implementation = await startImplementation(options)
  try {
    const { url, hookUrl, adminKey, transport } = implementation
    const { config } = readConfig([url, ...quick], { MC_HOOK: hookUrl, MC_ADMIN_KEY: adminKey })
    const { result } = await conduct({ ...config, only, auth: { ...config.auth, ...transport } }, silent)
    const failed = (level: Level) =>
      result.checks.filter(({ outcome }) => outcome[level] === 'fail').map(({ id }) => id)
    const { id, title } = options.fault ?? options.variant ?? { id: 'clean', title: 'the implementation as it is' }
    return { id, title, result, failed: { documented: failed('documented'), profile: failed('profile') } }
  } finally {
    await implementation.close()
  }
}

/** How many implementations are tried out at once: much of the time the kit waits for what comes late or never. */
const atOnce = 2

/** In the order given. */
async function* tryAll<T>(
  all: T[],
  optionsFor: (one: T) => Parameters<typeof tryOut>[0],
): AsyncGenerator<{ one: T; trial: Trial }> {
  const running: { one: T; trial: Promise<Trial> }[] = []
  for (const one of all) {
    const first = running.length === atOnce ? running.shift() : undefined
    if (first) yield { one: first.one, trial: await first.trial }
    // A machine that is too busy for a start is less so a moment later.
    const trial = tryOut(optionsFor(one)).catch(() => tryOut(optionsFor(one)))
    // It may fail before its turn comes; then it is told.
    trial.catch(() => {})
    running.push({ one, trial })
  }
  for (const { one, trial } of running) yield { one, trial: await trial }
}

interface Options {
  /** Ids of faults and variants; all, if there is none. */
  only: string[]
  /** How many of all. */
  sample?: number
}

/** @throws UsageError */
function readOptions(args: string[]): Options {
  try {
    const { values, positionals: only } = parseArgs({
      args,
      options: { sample: { type: 'string' } },
      allowPositionals: true,
    })
    const odd = only.find((name) => ![...variants, ...faults].some(({ id }) => id === name))
    if (odd !== undefined) throw new UsageError(`there is neither a fault nor a variant ${odd}`)
    if (values.sample === undefined) return { only }
    if (!/^[1-9]\d*$/.test(values.sample)) throw new UsageError('--sample takes a number')
    return { only, sample: Number(values.sample) }
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message.split(/[.\n]/)[0])
  }
}

/** What of a trial is kept: hundreds of results would fill the memory. */
interface Kept {
  fault: Fault
  failed: Trial['failed']
  /** The sentences that it breaks. */
  broken: Set<string>
}

export async function selfTestCommand(args: string[], terminal: Terminal): Promise<number> {
  const { only, sample } = readOptions(args)
  const all = [...variants, ...faults].filter(({ id }) => only.length === 0 || only.includes(id))
  const portion = sample === undefined ? 1 : Math.min(1, sample / all.length)
  const picked = new Set(all.filter((_, index) => Math.floor((index + 1) * portion) > Math.floor(index * portion)))
  const chosen = <T extends Fault | Variant>(among: T[]) => among.filter((one) => picked.has(one))
  const { tell, clear } = createCountdown(terminal, picked.size)
  const out = (text: string) => {
    clear()
    terminal.out(text)
  }
  const clean = await tryOut()
  let alarms = alarmsOf(clean, 'documented', out) + alarmsOf(clean, 'profile', out)
  for await (const { trial } of tryAll(chosen(variants), (variant) => ({ variant }))) {
    alarms += alarmsOf(trial, 'documented', out)
    tell(trial.id)
  }
  const trials: Kept[] = []
  let unexcused = 0
  for await (const { one: fault, trial } of tryAll(chosen(faults), (fault) => ({ fault }))) {
    const broken = trial.result.sentences.filter(({ outcome }) => outcome.profile === 'fail').map(({ id }) => id)
    trials.push({ fault, failed: trial.failed, broken: new Set(broken) })
    const level = levels.find((level) => trial.failed[level].length > 0)
    const [first, ...more] = level ? trial.failed[level] : []
    const by = first ? `${level} ${first}${more.length > 0 ? ` +${more.length}` : ''}` : 'SURVIVES'
    const why = reasonFor(fault, trial)
    if (why === unexplained) unexcused += 1
    const reason = why === undefined ? '' : ` (${why})`
    out(`${by.padEnd(26)} ${fault.level.padEnd(11)} ${fault.id}: ${fault.title}${reason}\n`)
    tell(fault.id)
  }
  const share = (level: Level, among: typeof trials) => {
    const killed = among.filter(({ failed }) => failed[level].length > 0).length
    return `${killed} of ${among.length}${among.length > 0 ? ` (${((100 * killed) / among.length).toFixed(1)} %)` : ''}`
  }
  const stated = trials.filter(({ fault }) => fault.level === 'documented')
  const summary = [
    `killed at documented: ${share('documented', stated)} of the faults that break a statement of the document`,
    `killed at profile: ${share('profile', trials)} of all`,
    `survivors without a reason: ${unexcused}`,
    `false alarms: ${alarms}`,
  ]
  out(`\n${summary.join('\n')}\n`)
  if (picked.size === variants.length + faults.length) out(traceability(clean.result, trials))
  return alarms === 0 && unexcused === 0 ? 0 : 1
}

/** So often progress is told where lines cannot be rewritten. */
const seldom = 25

/** Tells how far it is, and how long it may still take. */
function createCountdown(terminal: Terminal, total: number): { tell(id: string): void; clear(): void } {
  const begin = performance.now()
  let done = 0
  terminal.err(`${total} ${total === 1 ? 'implementation,' : 'implementations, each'} with a run of all checks\n`)
  const clear = () => {
    if (terminal.isLive) terminal.err('\r\x1b[2K')
  }
  return {
    clear,
    tell(id) {
      done += 1
      const minutes = ((performance.now() - begin) / done) * ((total - done) / 60_000)
      const text = `${done} of ${total}, ${minutes.toFixed(1)} min left: ${id}`
      clear()
      if (terminal.isLive && done < total) terminal.err(text)
      else if (done % seldom === 0) terminal.err(`${text}\n`)
    },
  }
}

const unexplained = 'WITHOUT A REASON'

/** Why a fault survives at the level at which it is one; undefined if it does not. */
function reasonFor({ id, level }: Fault, { failed }: Trial): string | undefined {
  return failed[level].length > 0 ? undefined : (survivors[level][id] ?? unexplained)
}

/** Sentence, checks and faults belong together: what is cited by no check or broken by no fault is marked. */
function traceability({ sentences, checks }: Result, trials: Kept[]): string {
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

/** Tells of checks that failed though nothing is wrong; returns 1 if there are any. */
function alarmsOf({ id, title, failed, result }: Trial, level: Level, out: Terminal['out']): number {
  const unverified = result.checks.filter(({ outcome }) => ['unverified', 'error'].includes(outcome[level]))
  const more = unverified.length > 0 ? `; unverified: ${unverified.length}, as ${unverified[0]?.reason}` : ''
  const [finding] = result.checks.find(({ outcome }) => outcome[level] === 'fail')?.findings ?? []
  const why = finding ? `; ${finding.expected}; seen: ${finding.seen}` : ''
  const alarm = failed[level].length === 0 ? 'no alarm' : `FALSE ALARM ${failed[level].join(', ')}`
  out(`${alarm} (${level}): ${id}, ${title}${why}${more}\n`)
  return failed[level].length === 0 ? 0 : 1
}
