/** Finds the earlier call of a check that would make right what a finding shows, if the call had another effect. */

import { errors } from '@monitoring-service/contract'
import type { Transport } from '../client/credentials.ts'
import { type Exchange, isAccepted } from '../client/exchange.ts'
import type { CheckRun } from '../verdict/check.ts'
import { complete, holds, valueAt } from '../verdict/claims.ts'
import { conditions } from '../verdict/conditions.ts'
import type { Finding } from '../verdict/finding.ts'
import type { Effect } from '../verdict/notes/note.ts'
import { addKnown } from './known.ts'
import { type Accepted, type Json, predict } from './operation.ts'
import { type Located, locate } from './situation.ts'
import { createModel, type Model } from './state.ts'

interface Step extends Located {
  exchange: Exchange
}

/** More steps before the finding explain it rarely. */
const mostSteps = 40

export function createExplain(transport: Transport) {
  const find = (model: Model, exchange: Exchange): Step | undefined => {
    const located = locate(model, exchange, transport)
    const { subject, id, credential } = located?.situation ?? {}
    // An id in other letters may be that of something else.
    const isKnown = subject !== undefined && (id === '' || (subject as { id?: string }).id === id)
    return located && isKnown && credential !== 'unknown' ? { exchange, ...located } : undefined
  }

  /**
   * The last of the steps, with the state before it.
   * @param changed the step before it that is assumed to have had another effect than its response says: a refused call was
   * applied, an accepted one was lost, or one about another object had its effect on this one, too (`spread`).
   */
  function replay({ record }: CheckRun, end: number, changed?: number, effect?: Effect): Step | undefined {
    const model = createModel()
    for (const { name, thing, afterStep } of record.made) addKnown(model, `${name} ${afterStep}`, thing)
    const last = find(model, record.steps[end] as Exchange)
    for (const [index, exchange] of record.steps.slice(0, end).entries()) {
      const step = find(model, exchange)
      if (!step) continue
      const accepted = isAccepted(exchange)
      const isOther = step.situation.id !== last?.situation.id
      if (index === changed && !canHave(effect, accepted, isOther)) return undefined
      const tookEffect = index === changed ? effect !== 'lost' : accepted
      if (tookEffect) apply(step)
      const isSame = step.operation.missing === last?.operation.missing
      if (index === changed && effect === 'spread' && last && isSame) {
        const { id, subject } = last.situation
        apply({ ...step, situation: { ...step.situation, id, subject } })
      }
    }
    return find(model, record.steps[end] as Exchange)
  }

  return (run: CheckRun, finding: Finding): { step: number; effect: Effect } | undefined => {
    const { record } = run
    const end = finding.step ?? 0
    // What a hook changes in between, the model does not know.
    if (!record.steps[end] || record.given.some(({ kind }) => kind === 'change')) return undefined
    const known = replay(run, end)
    if (!known) return undefined
    const isRight = fits(known, finding)
    // What is seen may be right only if one of the simultaneous calls before took effect after the others.
    for (const effect of isRight ? (['lost'] as const) : (['applied', 'lost', 'spread'] as const)) {
      for (let step = end - 1; step >= Math.max(0, end - mostSteps); step -= 1) {
        if (isRight && !record.steps[step]?.isAtOnce) break
        const other = replay(run, end, step, effect)
        if (other && fits(other, finding) !== isRight) return { step, effect: isRight ? 'last' : effect }
      }
    }
    return undefined
  }
}

function canHave(effect: Effect | undefined, accepted: boolean, isOther: boolean): boolean {
  if (effect === 'applied') return !accepted && !isOther
  return effect === 'spread' ? accepted && isOther : accepted && !isOther
}

function apply({ exchange, operation, situation }: Step): void {
  if (situation.subject) operation.after({ ...situation, reasons: [] } as Accepted<Json>, exchange.body)
}

/** Whether the response is one that the document allows, as far as the finding is about it. */
function fits({ exchange, operation, situation }: Step, { subject }: Finding): boolean {
  const { status } = exchange.response
  const { reasons } = predict(operation, situation)
  if (!isAccepted(exchange))
    return reasons.some(({ condition }) => errors[conditions[condition].code].status === status)
  return (
    reasons.length === 0 &&
    operation.shows.every(({ path, claim: claimFor }) => {
      const claim = path === subject && claimFor({ ...situation, reasons } as Accepted<Json>, exchange.body)
      return !claim || holds(complete(claim, exchange), valueAt(exchange.body, path), exchange)
    })
  )
}
