/** Compares a response with what the document says of its request, and the state with what the response shows. */
import type { Caller } from '../client/callers.ts'
import type { Transport } from '../client/credentials.ts'
import { type Exchange, isAccepted } from '../client/exchange.ts'
import { valueAt } from '../verdict/claims.ts'
import { type Condition, conditions, orderOfErrors } from '../verdict/conditions.ts'
import { recordClaim } from '../verdict/record.ts'
import { basisIn } from '../verdict/verdict.ts'
import {
  type AcceptanceBasis,
  type Accepted,
  idsOf,
  type Json,
  type Operation,
  type Patience,
  type Prediction,
  predict,
  type Scratch,
  type Situation,
  valueFor,
} from './operation.ts'
import { judgeRepetition, judgeToken } from './repetition.ts'
import { locate } from './situation.ts'
import type { Model } from './state.ts'

/** Strongest first. */
const bases: readonly AcceptanceBasis[] = ['documented', 'sound', 'implied', 'profile', 'open']
const rankOf = (basis: string) => (bases as readonly string[]).indexOf(basis)

/** The prediction for a request; undefined if it knows nothing of its form. */
export function foresee(state: Model, exchange: Exchange, transport: Transport): Prediction | undefined {
  const located = locate(state, exchange, transport)
  return located && located.situation.credential !== 'unknown'
    ? predict(located.operation, located.situation)
    : undefined
}

/**
 * Judges a response by its request, and changes the state as the response shows.
 * @param isContested other requests are on their way that concern the same subject.
 * @throws Stop where nothing more can be judged.
 */
export async function judgeExchange(
  state: Model,
  exchange: Exchange,
  { isContested = false, transport, scratch }: { isContested?: boolean; transport: Transport; scratch: Scratch },
): Promise<void> {
  const located = locate(state, exchange, transport, isContested)
  if (!located || located.situation.credential === 'unknown') {
    await judgeForm(located?.operation, exchange, undefined, scratch)
    return
  }
  const { operation, situation } = located
  const prediction = predict(operation, situation)
  const { reasons } = prediction
  const { subject } = situation
  const accepted = isAccepted(exchange)
  const about = accepted && subject !== undefined ? { ...situation, subject, reasons } : undefined
  try {
    scratch.cite(...idsOf(valueFor(operation.cites, situation)))
    const body =
      reasons.length === 0
        ? await judgeAcceptance(operation, exchange, prediction, scratch)
        : await judgeRefusal(operation, exchange, prediction, scratch)
    if (about) {
      showAll(operation.shows, about, exchange, body, scratch)
      showItems(operation, about, exchange, body, scratch)
    }
    judgeToken(situation, exchange, scratch)
    if (!accepted) judgeRepetition(operation, situation, prediction, exchange, scratch)
  } finally {
    // Also where the judgement ends: the other orders of simultaneous calls are compared by what they find.
    if (about) operation.after(about, exchange.body)
    if (!accepted) operation.afterRefusal?.(situation)
    learn(situation, prediction, exchange)
    if (subject) Object.assign(subject, { last: `${operation.id} ${accepted ? 'accepted' : 'refused'}` })
  }
}

/** Looks whether a call that was accepted took effect, if there is anything to look at. */
export async function confirmExchange(
  state: Model,
  exchange: Exchange,
  transport: Transport,
  ...tools: [caller: Caller, patience: Patience, scratch: Scratch]
): Promise<void> {
  const { operation, situation } = locate(state, exchange, transport) ?? {}
  if (isAccepted(exchange) && situation?.subject !== undefined)
    await operation?.confirm?.({ ...situation, subject: situation.subject }, ...tools)
}

function learn(situation: Situation, { reasons, doubts }: Prediction, exchange: Exchange): void {
  if (reasons.length > 0) return
  const accepted = isAccepted(exchange)
  const isCertain = accepted || (doubts.length === 1 && situation.credential === 'newest' && !situation.isContested)
  if (isCertain) for (const { learn } of doubts) learn?.(situation, accepted, exchange.response.status)
}

/** A call that may be accepted or refused. Where a refusal may have a body of its own, only its status tells. */
async function judgeForm(
  operation: Operation | undefined,
  exchange: Exchange,
  condition: Condition | undefined,
  { expect }: Scratch,
): Promise<Json> {
  const { status } = exchange.response
  const mayHaveOwnShape = operation?.missing && conditions[operation.missing].shapeIsOpen
  if (isAccepted(exchange) || condition || !mayHaveOwnShape)
    return expect(Promise.resolve(exchange)).answered(condition)
  expect(status, 'the status').toBeBetween(400, 499)
}

/** A refusal for one of several reasons, whose order the document leaves open and openapi.yaml states. */
async function judgeRefusal(
  operation: Operation,
  exchange: Exchange,
  { reasons, doubts }: Prediction,
  scratch: Scratch,
): Promise<Json> {
  const { expect, cite } = scratch
  const [main] = reasons.toSorted((reason, other) => rankOf(reason.basis) - rankOf(other.basis))
  const basis = main?.basis ?? 'profile'
  const possible = [...reasons, ...doubts].flatMap(({ condition }) => condition ?? [])
  const only = new Set(possible).size === 1 ? main?.condition : undefined
  cite(...(main?.cites ?? []))
  const call = Promise.resolve(exchange)
  const { status } = exchange.response
  const isFirm = basis === 'documented' || basis === 'sound'
  const mayHaveOwnShape = !only && reasons.some(({ condition }) => conditions[condition].shapeIsOpen)
  if (isFirm) {
    const assert = basis === 'documented' ? expect : expect.sound
    if (mayHaveOwnShape) await assert(call).outcome({ refused: main?.condition ?? null })
    else await assert(call).refused(only)
  } else {
    await expect[basis](call).outcome({ refused: main?.condition ?? null })
  }
  if (isAccepted(exchange)) return judgeForm(operation, exchange, undefined, scratch)
  if (!isFirm && !mayHaveOwnShape) await expect(call).answered(only)
  const [first] = reasons
  // A condition of which it is unknown whether it applies may be the reason.
  const isOrderKnown = !doubts.some(({ condition, basis }) => condition && basis === 'open')
  if (only || !first || status < 400 || !isOrderKnown) return
  if (first.cites.length > 0) cite(...first.cites)
  await expect.profile(call).refused(first.condition, reasons.length > 1 ? orderOfErrors : undefined)
}

async function judgeAcceptance(
  operation: Operation,
  exchange: Exchange,
  { doubts }: Prediction,
  scratch: Scratch,
): Promise<Json> {
  const { expect } = scratch
  const basis = bases[Math.max(0, ...doubts.map((doubt) => rankOf(doubt.basis)))] ?? 'documented'
  const call = Promise.resolve(exchange)
  if (basis === 'documented' || basis === 'sound') return (basis === 'sound' ? expect.sound : expect)(call).accepted()
  if (basis !== 'open') await expect[basis](call).outcome({ accepted: true })
  return judgeForm(operation, exchange, doubts.length === 1 ? doubts[0]?.condition : undefined, scratch)
}

function showItems(
  { items }: Operation,
  about: Accepted<Json>,
  exchange: Exchange,
  body: Json,
  scratch: Scratch,
): void {
  if (!items) return
  for (const item of (valueAt(body, items.path) as Json[] | undefined) ?? []) {
    const subject = items.find(about.state, item)
    if (subject !== undefined) showAll(items.shows, { ...about, subject }, exchange, item, scratch)
  }
}

function showAll(
  shows: Operation['shows'],
  about: Accepted<Json>,
  exchange: Exchange,
  body: Json,
  { record, level }: Scratch,
): void {
  const violated = new Map<string, number>()
  for (const [subject, claimOf, cites, basis = 'documented'] of shows) {
    const value = shownAt(subject, exchange, body)
    const claim = claimOf(about, body)
    if (!claim) continue
    const on = basisIn(level, typeof basis === 'function' ? basis(about, value) : basis)
    // What is violated needs no weaker claim.
    if ((violated.get(subject) ?? Infinity) <= rankOf(on)) continue
    // An empty text may stand for none.
    const isNone = 'is' in claim && claim.is === null && value === ''
    const claimed = { subject, claim, value, basis: on, cites: idsOf(valueFor(cites, about)) }
    const holds = recordClaim(record, exchange, claimed, isNone || undefined, body)
    if (!holds) violated.set(subject, rankOf(on))
  }
}

function shownAt(subject: string, { response }: Exchange, body: Json): unknown {
  if (subject === 'the headers') return Object.values(response.headers).join('\n')
  return subject === 'the record' ? body : valueAt(body, subject)
}
