/** Compares a response with what the document says of its request, and the model with what the response shows. */
import type { Caller } from '../client/callers.ts'
import type { Transport } from '../client/credentials.ts'
import { type Exchange, isAccepted } from '../client/exchange.ts'
import { valueAt } from '../verdict/claims.ts'
import { type Condition, conditions, orderOfErrors } from '../verdict/conditions.ts'
import { recordClaim } from '../verdict/record.ts'
import { basisIn } from '../verdict/verdict.ts'
import {
  type Accepted,
  type Json,
  type Operation,
  type Patience,
  type Prediction,
  predict,
  type Reason,
  type Scratch,
  type Situation,
  valueFor,
} from './operation.ts'
import { judgeRepetition, judgeToken } from './repetition.ts'
import { locate } from './situation.ts'
import type { Model } from './state.ts'

const strongestFirst = ['documented', 'sound', 'implied', 'profile', 'open'] as const
const rankOf = (basis: string) => (strongestFirst as readonly string[]).indexOf(basis)

/** The prediction for a request; undefined if it knows nothing of its form. */
export function foresee(model: Model, exchange: Exchange, transport: Transport): Prediction | undefined {
  const located = locate(model, exchange, transport)
  return located && located.situation.credential !== 'unknown'
    ? predict(located.operation, located.situation)
    : undefined
}

/**
 * Judges a response by its request, and changes the model as the response shows.
 * @param isContested other requests are on their way that concern the same subject.
 * @throws Stop where nothing more can be judged.
 */
export async function judgeExchange(
  model: Model,
  exchange: Exchange,
  { isContested = false, transport, scratch }: { isContested?: boolean; transport: Transport; scratch: Scratch },
): Promise<void> {
  const located = locate(model, exchange, transport, isContested)
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
    scratch.cite(...valueFor(operation.cites, situation))
    const body =
      reasons.length === 0
        ? await judgeAcceptance(operation, exchange, prediction, scratch)
        : await judgeRefusal(operation, exchange, prediction, scratch)
    if (about) {
      judgeShown(operation.shows, about, exchange, body, scratch)
      judgeItems(operation, about, exchange, body, scratch)
    }
    judgeToken(situation, exchange, scratch)
    if (!accepted) judgeRepetition(operation, situation, prediction, exchange, scratch)
  } finally {
    // Also where the judgement ends: the other orders of simultaneous calls are compared by what they find.
    if (about) operation.after(about, exchange.body)
    if (!accepted) operation.afterRefusal?.(situation)
    learn(situation, prediction, exchange)
  }
}

/** Looks whether a call that was accepted took effect, if there is anything to look at. */
export async function confirmExchange(
  model: Model,
  exchange: Exchange,
  tools: { transport: Transport; caller: Caller; patience: Patience; scratch: Scratch },
): Promise<void> {
  const { transport, caller, patience, scratch } = tools
  const { operation, situation } = locate(model, exchange, transport) ?? {}
  if (isAccepted(exchange) && situation?.subject !== undefined)
    await operation?.confirm?.({ ...situation, subject: situation.subject }, caller, patience, scratch)
}

function learn(situation: Situation, { reasons, doubts }: Prediction, exchange: Exchange): void {
  if (reasons.length > 0) return
  const response = { isAccepted: isAccepted(exchange), status: exchange.response.status }
  const isOnlyReason = doubts.length === 1 && situation.credential === 'newest' && !situation.isContested
  if (response.isAccepted || isOnlyReason) for (const { learn } of doubts) learn?.(situation, response)
}

/** A call that may be accepted or refused. Where a refusal may have a body of its own, only its status tells. */
async function judgeForm(
  operation: Operation | undefined,
  exchange: Exchange,
  condition: Condition | undefined,
  { expect }: Scratch,
): Promise<Json> {
  const mayHaveOwnShape = operation?.missing && conditions[operation.missing].shapeIsOpen
  if (isAccepted(exchange) || condition || !mayHaveOwnShape)
    return expect(Promise.resolve(exchange)).answered(condition)
  expect(exchange.response.status, 'the status').toBeBetween(400, 499)
}

const assertOn = ({ expect }: Scratch, basis: Reason['basis']) => (basis === 'documented' ? expect : expect[basis])
/** What violates it leaves nothing to judge. */
const isFirm = (basis: string): basis is 'documented' | 'sound' => basis === 'documented' || basis === 'sound'

/** A refusal for one of several reasons, of which the strongest says on which basis it is expected. */
async function judgeRefusal(
  operation: Operation,
  exchange: Exchange,
  prediction: Prediction,
  scratch: Scratch,
): Promise<Json> {
  const { reasons, doubts } = prediction
  const [{ condition, basis, cites }] = reasons.toSorted((one, other) => rankOf(one.basis) - rankOf(other.basis)) as [
    Reason,
  ]
  const possible = new Set([...reasons, ...doubts].flatMap((one) => one.condition ?? []))
  const only = possible.size === 1 ? condition : undefined
  const mayHaveOwnShape = !only && reasons.some((reason) => conditions[reason.condition].shapeIsOpen)
  const call = Promise.resolve(exchange)
  scratch.cite(...cites)
  if (isFirm(basis) && !mayHaveOwnShape) await assertOn(scratch, basis)(call).refused(only)
  else await assertOn(scratch, basis)(call).outcome({ kind: 'refused', condition })
  if (isAccepted(exchange)) return judgeForm(operation, exchange, undefined, scratch)
  if (!isFirm(basis) && !mayHaveOwnShape) await scratch.expect(call).answered(only)
  if (!only) await judgeOrder(exchange, prediction, scratch)
}

/** Which of several reasons a refusal names: the document leaves it open, and openapi.yaml states it. */
async function judgeOrder(
  exchange: Exchange,
  { reasons: [first, another], doubts }: Prediction,
  { expect, cite }: Scratch,
): Promise<void> {
  // One of which it is unknown whether it applies.
  const mayBeOther = doubts.some(({ condition, basis }) => condition && basis === 'open')
  if (!first || mayBeOther || exchange.response.status < 400) return
  if (first.cites.length > 0) cite(...first.cites)
  await expect.profile(Promise.resolve(exchange)).refused(first.condition, another && orderOfErrors)
}

/** The weakest doubt says on which basis it is expected. */
async function judgeAcceptance(
  operation: Operation,
  exchange: Exchange,
  { doubts }: Prediction,
  scratch: Scratch,
): Promise<Json> {
  const weakest = Math.max(0, ...doubts.map((doubt) => rankOf(doubt.basis)))
  const basis = strongestFirst[weakest] ?? 'documented'
  const call = Promise.resolve(exchange)
  if (isFirm(basis)) return assertOn(scratch, basis)(call).accepted()
  if (basis !== 'open') await assertOn(scratch, basis)(call).outcome({ kind: 'accepted' })
  return judgeForm(operation, exchange, doubts.length === 1 ? doubts[0]?.condition : undefined, scratch)
}

function judgeItems(
  { items }: Operation,
  about: Accepted<Json>,
  exchange: Exchange,
  body: Json,
  scratch: Scratch,
): void {
  if (!items) return
  for (const item of (valueAt(body, items.path) as Json[] | undefined) ?? []) {
    const subject = items.find(about.model, item)
    if (subject !== undefined) judgeShown(items.shows, { ...about, subject }, exchange, item, scratch)
  }
}

function judgeShown(
  shows: Operation['shows'],
  about: Accepted<Json>,
  exchange: Exchange,
  body: Json,
  { record, level }: Scratch,
): void {
  const violated = new Map<string, number>()
  for (const { path, claim: claimFor, of, cites, basis = 'documented' } of shows) {
    const value = shownAt(path, exchange, body)
    const claim = claimFor(about, body)
    if (!claim) continue
    const counts = basisIn(level, typeof basis === 'function' ? basis(about, value) : basis)
    // What is violated needs no weaker claim.
    if ((violated.get(path) ?? Infinity) <= rankOf(counts)) continue
    // An empty text may stand for none.
    const isNone = claim.kind === 'is' && claim.expected === null && value === ''
    const claimed = {
      subject: path,
      claim,
      value,
      basis: counts,
      cites: [...valueFor(cites, about)],
      of: of?.(about),
    }
    const holds = recordClaim(record, exchange, claimed, isNone || undefined, body)
    // Of a record that must not be there, nothing else is judged.
    if (!holds && claim.kind === 'none') return
    if (!holds) violated.set(path, rankOf(counts))
  }
}

function shownAt(path: string, { response }: Exchange, body: Json): unknown {
  if (path === 'the headers')
    return Object.entries(response.headers)
      .map((header) => header.join(': '))
      .join('\n')
  return path === 'the record' ? body : valueAt(body, path)
}
