/** The texts of the self-test. */
import type { Result } from '../report/result.ts'
import { formatFinding } from '../report/text.ts'
import { type Level, levels } from '../verdict/verdict.ts'
import type { Fault } from './faults/index.ts'
import type { Trial } from './trial.ts'

/** The part of a trial that is kept: full results of all trials would take too much memory. */
export interface FaultTrial {
  fault: Fault
  failed: Trial['failed']
  /** Ids of the requirements that the fault breaks. */
  broken: Set<string>
}

/** The lowest level at which a fault is found, and by what; why it is not, if it survives. */
export function describeKill({ fault, failed }: FaultTrial, reason: string | undefined): string {
  const level = levels.find((level) => failed[level].length > 0)
  const [first, ...more] = level ? failed[level] : []
  const killer = first ? `${level} ${first}${more.length > 0 ? ` +${more.length}` : ''}` : 'SURVIVES'
  const suffix = reason === undefined ? '' : ` (${reason})`
  return `${killer.padEnd(26)} ${fault.level.padEnd(11)} ${fault.id}${suffix}\n`
}

/** The checks that failed a legal implementation. */
export function describeAlarm({ id, failed, result }: Trial, level: Level): string {
  const unverified = result.checks.filter(({ outcome }) => ['unverified', 'error'].includes(outcome[level]))
  const more = unverified.length > 0 ? `; unverified: ${unverified.length}, as ${unverified[0]?.reason}` : ''
  const [finding] = result.checks.find(({ id }) => id === failed[level][0])?.findings ?? []
  const details = finding ? `; ${formatFinding(finding)}` : ''
  const alarm = failed[level].length === 0 ? 'no alarm' : `FALSE ALARM ${failed[level].join(', ')}`
  return `${alarm} (${level}): ${id}${details}${more}\n`
}

export function summarize(
  trials: FaultTrial[],
  { falseAlarms, unexplained, losses }: { falseAlarms: number; unexplained: number; losses: number },
): string {
  const killed = (level: Level, of: FaultTrial[]) => {
    const count = of.filter(({ failed }) => failed[level].length > 0).length
    const percentage = of.length > 0 ? ` (${((100 * count) / of.length).toFixed(1)} %)` : ''
    return `killed at ${level}: ${count} of ${of.length}${percentage}`
  }
  const documented = trials.filter(({ fault }) => fault.level === 'documented')
  const sound = trials.filter(({ fault }) => fault.level !== 'profile')
  const lines = [
    `${killed('documented', documented)} of the faults that break a statement of the document`,
    `${killed('sound', sound)} of these and of what no implementation would choose`,
    `${killed('profile', trials)} of all`,
    `survivors without a reason: ${unexplained}`,
    `false alarms: ${falseAlarms}`,
    `losses, compared with kills.json: ${losses}`,
  ]
  return `\n${lines.join('\n')}\n`
}

/** Lists requirements (the level profile includes the others) with their checks and faults; ✗ marks one that no check cites or no fault breaks. */
export function traceability({ requirements, checks }: Result, trials: FaultTrial[]): string {
  const rows = requirements.map(({ id, text, checks, needs }) => {
    if (needs) return `  ${id.padEnd(5)} unverified: needs ${needs}. ${text}`
    const count = trials.filter(({ broken }) => broken.has(id)).length
    const mark = checks.length === 0 || count === 0 ? '✗' : ' '
    return `${mark} ${id.padEnd(5)} ${String(checks.length).padStart(3)} checks ${String(count).padStart(4)} faults  ${text}`
  })
  const killers = new Set(trials.flatMap(({ failed }) => failed.profile))
  const idle = checks.filter(({ id }) => !killers.has(id)).map(({ id }) => id)
  return `\n${rows.join('\n')}\nchecks that kill nothing: ${idle.join(', ') || 'none'}\n`
}
