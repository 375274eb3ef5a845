/** Finds the earlier call of a check that would make right what a finding shows, if the call had another effect. */

import { errors } from '@monitoring-service/contract'
import { findCredentials, type Transport } from '../client/credentials.ts'
import { type Exchange, isAccepted } from '../client/exchange.ts'
import type { CheckRun } from '../verdict/check.ts'
import { complete, holds, valueAt } from '../verdict/claims.ts'
import { type Condition, conditions } from '../verdict/conditions.ts'
import type { Finding } from '../verdict/finding.ts'
import { statusAndCode } from '../verdict/format.ts'
import type { Effect } from '../verdict/notes/note.ts'
import { addKnown } from './known.ts'
import { type Accepted, type Json, predict } from './operation.ts'
import { refusalOf } from './repetition.ts'
import { type Located, locate } from './situation.ts'
import { createModel, type Model } from './state.ts'

interface Step extends Located {
  exchange: Exchange
}

/** More steps before the finding explain it rarely. */
const mostSteps = 40
/** Equal calls, and calls after each, that may refute an explanation. */
const mostOthers = 8

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
   * applied, one about another object had its effect on this one, too (`spread`), or one had none before those at the same
   * time (`last`).
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
      const tookEffect = index === changed ? effect !== 'last' : accepted
      if (tookEffect) apply(step)
      else if (index !== changed) noteWords(step)
      const isSame = step.operation.missing === last?.operation.missing
      if (index === changed && effect === 'spread' && last && isSame) {
        const { id, subject } = last.situation
        apply({ ...step, situation: { ...step.situation, id, subject } })
      }
    }
    return find(model, record.steps[end] as Exchange)
  }

  /** Whether that effect, or the same one of an equal call, would make wrong a response that was right. */
  function isRefuted(run: CheckRun, step: number, effect: Effect, end: number): boolean {
    const steps = run.record.steps.slice(0, end + 1)
    const ids = steps.map((exchange) => locate(createModel(), exchange, transport)?.situation.id)
    const indexes = [...steps.keys()].slice(0, end)
    const equal = indexes.filter((index) => effect !== 'last' && isEqual(steps[index], steps[step], transport))
    return [step, ...equal.slice(-mostOthers)].some((changed) => {
      const isConcerned = (id: string | undefined) =>
        changed === step ? id === ids[end] : (id === ids[changed]) === (effect === 'applied')
      const next = indexes.filter((index) => index > changed && isConcerned(ids[index])).slice(0, mostOthers)
      return next.some((index) => {
        const [known, other] = [replay(run, index), replay(run, index, changed, effect)]
        return known && other && fits(known) && !fits(other)
      })
    })
  }

  return (run: CheckRun, finding: Finding): { step: number; effect: Effect } | undefined => {
    const { record } = run
    const end = finding.step ?? 0
    // What a hook changes in between, the model does not know.
    if (!record.steps[end] || record.given.some(({ kind }) => kind === 'change')) return undefined
    const known = replay(run, end)
    if (!known) return undefined
    const isRight = fits(known, finding)
    // What is seen may be right only if one of the simultaneous calls before took effect after the others. That an accepted
    // call was lost would explain much, and is seldom the cause.
    for (const effect of isRight ? (['last'] as const) : (['applied', 'spread'] as const)) {
      for (let step = end - 1; step >= Math.max(0, end - mostSteps); step -= 1) {
        if (isRight && !record.steps[step]?.isAtOnce) break
        const other = replay(run, end, step, effect)
        if (other && fits(other, finding) !== isRight && !isRefuted(run, step, effect, end)) return { step, effect }
      }
    }
    return undefined
  }
}

/** The same operation was refused in the same way to the same caller: of another object, or with the same body. */
function isEqual(one: Exchange | undefined, other: Exchange | undefined, transport: Transport): boolean {
  if (!one || !other || statusAndCode(one) !== statusAndCode(other)) return false
  const [a, b] = [one.request, other.request]
  const isSameBody = a.path !== b.path || a.body === b.body
  const [caller, another] = [a, b].map(({ headers }) => findCredentials(transport, headers)[0]?.[1])
  return a.operationId === b.operationId && caller === another && isSameBody
}

function canHave(effect: Effect | undefined, accepted: boolean, isOther: boolean): boolean {
  if (effect === 'applied') return !accepted && !isOther
  return effect === 'spread' ? accepted && isOther : accepted && !isOther
}

/** How the target refuses for a reason, if it can be no other one. */
function noteWords({ exchange, operation, situation }: Step): void {
  const [reason, another] = predict(operation, situation).reasons
  if (reason && !another)
    situation.model.responses.ofRefusal[refusalOf(operation.id, reason.condition)] ??= statusAndCode(exchange)
}

function apply({ exchange, operation, situation }: Step): void {
  if (situation.subject) operation.after({ ...situation, reasons: [] } as Accepted<Json>, exchange.body)
}

/** Whether the response is one that the document allows, as far as the finding is about it. */
function fits({ exchange, operation, situation }: Step, { subject }: Partial<Finding> = {}): boolean {
  const { status } = exchange.response
  const { reasons } = predict(operation, situation)
  const { ofRefusal } = situation.model.responses
  const words = statusAndCode(exchange)
  const isInWordsOf = (condition: Condition) => (ofRefusal[refusalOf(operation.id, condition)] ?? words) === words
  if (!isAccepted(exchange))
    return reasons.some(
      ({ condition }) => errors[conditions[condition].code].status === status && isInWordsOf(condition),
    )
  return (
    reasons.length === 0 &&
    operation.shows.every(({ path, claim: claimFor }) => {
      const claim = path === subject && claimFor({ ...situation, reasons } as Accepted<Json>, exchange.body)
      return !claim || holds(complete(claim, exchange), valueAt(exchange.body, path), exchange)
    })
  )
}
