/** A note on wrong counts of resets: a mistaken rule that explains all counts of the run, the right ones, too. */

import { alsoFit } from '../../report/summaries.ts'
import { count } from '../count.ts'
import { valueAt } from '../matchers.ts'
import type { Finding } from '../record.ts'
import { createResetRules, deletesDue, type ResetRule, type Row, variations } from './reset-rules.ts'
import { type Reset, resetIn } from './resets.ts'
import { isAccepted, type Note, type RunCall, type RunCalls } from './run-calls.ts'

/** Fewer counts that are right may fit a mistaken rule by chance. */
const leastRight = 10
/** Fewer wrong counts differ by the same number by chance. */
const leastWithOffset = 5
/** Of all counts that may differ from a rule. */
const mostShare = 0.01
/** Rules that a note names; more that fit would tell nothing. */
const mostRules = 2

interface Counted {
  call: RunCall
  reset: Reset
  /** Undefined if it is refused. */
  deletedCount: number | undefined
}

interface Compared {
  deletedCount: number
  /** The count by the rule. */
  due: number
}

const notes = new WeakMap<RunCalls, string | undefined>()

export const describeResetRule: Note = ({ exchange }, finding, calls) => {
  if (!isAboutCount(finding) || exchange.isAtOnce) return undefined
  if (!notes.has(calls)) notes.set(calls, explainCounts(calls))
  return notes.get(calls)
}

const statusOf = ({ exchange }: RunCall) => exchange.response.status

const isAboutCount = ({ expected }: Finding) => expected.startsWith('deletedCount ')

function explainCounts(calls: RunCalls): string | undefined {
  const resets = calls.every.flatMap((call): Counted[] => {
    const [reset, deletedCount] = [resetIn(call, calls), valueAt(call.exchange.body, 'deletedCount')]
    if (!reset) return []
    if (!isAccepted(call.exchange)) return [{ call, reset, deletedCount: undefined }]
    return typeof deletedCount === 'number' ? [{ call, reset, deletedCount }] : []
  })
  const compared = [...compareCounts({ deletes: deletesDue }, resets, calls)]
  const unexpected = compared.filter(isDifferent)
  const right = compared.length - unexpected.length
  const offset = findOffset(unexpected)
  if (offset && right === 0) return `each of the ${unexpected.length} counts of resets is ${describeOffset(offset)}`
  if (unexpected.length === 0 || right < leastRight) return undefined
  // Simultaneous checks may have come in another order, which matters to resets that reach beyond their object.
  const mayDiffer = ({ scope, isByPlace }: ResetRule) =>
    scope || isByPlace ? Math.min(Math.ceil(compared.length * mostShare), Math.floor(unexpected.length / 3)) : 0
  const refusals = new Set(
    resets.flatMap(({ call, deletedCount }) => (deletedCount === undefined ? [statusOf(call)] : [])),
  )
  const largest = Math.max(...unexpected.map(({ deletedCount }) => deletedCount))
  const rules = [...createResetRules(calls, largest, refusals), ...(offset ? [toOffsetRule(offset)] : [])]
  const fittingOf = (changed: (rule: ResetRule) => ResetRule[]) => {
    const fits = rules.flatMap(changed).flatMap((rule) => {
      const most = mayDiffer(rule)
      const differing = differencesFrom(rule, resets, calls, most).length
      return differing <= most ? [{ rule, differing }] : []
    })
    const least = Math.min(...fits.map(({ differing }) => differing))
    return fits.filter(({ differing }) => differing === least).map(({ rule }) => rule)
  }
  const fitting = variations.map(fittingOf).find((some) => some.length > 0) ?? []
  if (fitting.length === 0 || fitting.length > mostRules) return undefined
  const which = unexpected.length === 1 ? 'the wrong count is' : `all ${count(unexpected.length, 'wrong count')} are`
  return `${which} as if ${fitting.map(({ text }) => text).join(', or as if ')}; the ${right}${alsoFit}`
}

/** The difference of all wrong counts from the right ones, if it is one number. */
function findOffset(unexpected: Compared[]): number | undefined {
  const [offset, ...more] = new Set(unexpected.map(({ deletedCount, due }) => deletedCount - due))
  const isVaried = new Set(unexpected.map(({ due }) => due)).size > 1
  return isVaried && more.length === 0 && unexpected.length >= leastWithOffset ? offset : undefined
}

function describeOffset(offset: number): string {
  return `${Math.abs(offset)} too ${offset > 0 ? 'high' : 'low'}`
}

function toOffsetRule(offset: number): ResetRule {
  const counts = (deleted: Row[]) => deleted.length + offset
  return { text: `each count were ${describeOffset(offset)}`, deletes: deletesDue, counts }
}

const isDifferent = ({ deletedCount, due }: Compared) => deletedCount !== due

/**
 * The resets that would have returned another count by this rule.
 * @param most ends with the first one more.
 */
function differencesFrom(rule: ResetRule, resets: Counted[], calls: RunCalls, most: number): Compared[] {
  const differing: Compared[] = []
  for (const one of compareCounts(rule, resets, calls)) {
    if (isDifferent(one)) differing.push(one)
    if (differing.length > most) break
  }
  return differing
}

/** The counts of a run with those by a rule; simultaneous resets may share their rows in any way. */
function* compareCounts(rule: Omit<ResetRule, 'text'>, resets: Counted[], calls: RunCalls): Generator<Compared> {
  const left = new Map([...calls.rows].map(([monitor, { days }]) => [monitor, days]))
  const rowsOf = (monitors: readonly string[]) =>
    monitors.flatMap((monitor) => (left.get(monitor) ?? []).map((day): Row => ({ monitor, day })))
  const othersOf = (reset: Reset) =>
    [...calls.rows].flatMap(([monitor, { since }]) => {
      const isInScope = rule.scope === 'all' || calls.objectTeams.get(`monitors/${monitor}`) === reset.teamId
      return isInScope && since <= reset.sent && !reset.monitors.includes(monitor) ? [monitor] : []
    })
  for (const { call, reset, deletedCount } of resets) {
    const isDone = rule.refused?.status === statusOf(call) && rule.refused.kind === reset.kind
    if (deletedCount === undefined && !isDone) continue
    const rows = rowsOf(rule.scope ? [...reset.monitors, ...othersOf(reset)] : reset.monitors)
    const deleted = rule.deletes(rows, reset)
    for (const { monitor, day } of deleted) {
      left.set(
        monitor,
        (left.get(monitor) ?? []).filter((other) => other !== day),
      )
    }
    // Others may have rows that are unknown.
    const isOpen = call.exchange.isAtOnce || (rule.scope && reset.monitors.length === 0)
    if (deletedCount === undefined || isOpen) continue
    yield { deletedCount, due: rule.counts?.(deleted, rows, reset) ?? deleted.length }
  }
}
