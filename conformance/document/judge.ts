/** Compares a response with what the document says of its request, and the state with what the response shows. */
import type { Transport } from '../client/credentials.ts'
import type { Exchange } from '../client/http.ts'
import { valueAt } from '../verdict/claims.ts'
import { type Condition, conditions, orderOfErrors } from '../verdict/conditions.ts'
import type { Assertions } from '../verdict/expect.ts'
import { statusAndCode, summarizeForm, summarizeResponse } from '../verdict/format.ts'
import { recordClaim } from '../verdict/record.ts'
import {
  type AcceptanceBasis,
  type Accepted,
  idsOf,
  type Json,
  type Operation,
  of,
  type Prediction,
  predict,
  type Scratch,
  type Situation,
} from './operation.ts'
import { asObject } from './rows.ts'
import { locate } from './situation.ts'
import type { Model } from './state.ts'
import { malformed } from './texts.ts'

const bases: readonly string[] = ['documented', 'sound', 'implied', 'profile']
const strongest = ['documented', 'sound', 'implied', 'profile', 'open'] as const

/** What the model says of a request; undefined if it knows nothing of its form. */
export function foresee(state: Model, exchange: Exchange, transport: Transport): Prediction | undefined {
  const located = locate(state, exchange, false, transport)
  return located && located.situation.credential !== 'unknown'
    ? predict(located.operation, located.situation)
    : undefined
}

export async function judgeExchange(
  state: Model,
  exchange: Exchange,
  isContested: boolean,
  transport: Transport,
  scratch: Scratch,
): Promise<void> {
  const located = locate(state, exchange, isContested, transport)
  if (!located || located.situation.credential === 'unknown')
    return void (await judgeForm(located?.operation, exchange, undefined, scratch))
  const { operation, situation } = located
  const prediction = predict(operation, situation)
  const { reasons } = prediction
  const { subject } = situation
  const isAccepted = exchange.response.status < 300
  const about = isAccepted && subject !== undefined && { ...situation, subject, reasons }
  try {
    scratch.cite(...idsOf(of(operation.cites, situation)))
    const body =
      reasons.length === 0
        ? await judgeAcceptance(operation, exchange, prediction, scratch)
        : await judgeRefusal(operation, exchange, prediction, scratch)
    if (about) {
      showAll(operation.shows, about, exchange, body, scratch)
      showItems(operation, about, exchange, body, scratch)
    }
    judgeToken(situation, exchange, scratch)
    if (!isAccepted) judgeRepetition(operation, situation, prediction, exchange, scratch)
  } finally {
    // Also where the judgement ends: the other orders of simultaneous calls are compared by what they find.
    if (about) operation.after(about, exchange.body)
    if (!isAccepted) operation.afterRefusal?.(situation)
    learn(situation, prediction, isAccepted)
    if (subject) Object.assign(subject, { last: `${operation.id} ${isAccepted ? 'accepted' : 'refused'}` })
  }
}

function learn(situation: Situation, { reasons, doubts }: Prediction, isAccepted: boolean): void {
  if (reasons.length > 0) return
  const isCertain = isAccepted || (doubts.length === 1 && situation.credential === 'newest' && !situation.isContested)
  if (isCertain) for (const { learn } of doubts) learn?.(situation, isAccepted)
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
  if (status < 300 || condition || !mayHaveOwnShape) return expect(Promise.resolve(exchange)).answered(condition)
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
  const basis = strongest.find((one) => reasons.some((reason) => reason.basis === one)) ?? 'profile'
  const main = reasons.find((reason) => reason.basis === basis) ?? reasons[0]
  const possible = [...reasons, ...doubts].flatMap(({ condition }) => condition ?? [])
  const only = new Set(possible).size === 1 ? main?.condition : undefined
  cite(...(main?.cites ?? []))
  const call = Promise.resolve(exchange)
  const { status } = exchange.response
  const mayHaveOwnShape = !only && reasons.some(({ condition }) => conditions[condition].shapeIsOpen)
  if (basis === 'documented' || basis === 'sound') {
    const assert = basis === 'documented' ? expect : expect.sound
    if (mayHaveOwnShape) await assert(call).outcome({ refused: main?.condition ?? null })
    else await assert(call).refused(only)
  } else if (basis !== 'open') {
    await expect[basis](call).outcome({ refused: main?.condition ?? null })
    if (status < 300) return judgeForm(operation, exchange, undefined, scratch)
    if (!mayHaveOwnShape) await expect(call).answered(only)
  }
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
  const weakest = doubts.map(({ basis }) => strongest.indexOf(basis))
  const basis: AcceptanceBasis = strongest[Math.max(0, ...weakest)] ?? 'documented'
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
    const own = typeof basis === 'function' ? basis(about, value) : basis
    // In a check of the profile, every other assertion counts as profile.
    const on = level === 'profile' && own !== 'sound' ? level : own
    // What is violated needs no weaker claim.
    if ((violated.get(subject) ?? 9) <= bases.indexOf(on)) continue
    // An empty text may stand for none.
    const isNone = 'is' in claim && claim.is === null && value === ''
    const claimed = { subject, claim, value, basis: on, cites: idsOf(of(cites, about)) }
    const holds = recordClaim(record, exchange, claimed, isNone || undefined, body)
    if (!holds) violated.set(subject, bases.indexOf(on))
  }
}

function shownAt(subject: string, { response }: Exchange, body: Json): unknown {
  if (subject === 'the headers') return Object.values(response.headers).join('\n')
  return subject === 'the record' ? body : valueAt(body, subject)
}

/** A token ends by none of the calls between two equal ones, if they are refused or of other users: it is not invalid then. */
function judgeToken(
  { state, caller, credential, isContested, input }: Situation,
  exchange: Exchange,
  { expect }: Scratch,
): void {
  // A code may be used up, and a wrong proof or the request for deletion may end the session.
  const { mayBeLoggedOut, requested, isDeleted } = caller ?? {}
  const isSpent = mayBeLoggedOut || isDeleted || requested !== undefined || asObject(input)?.verificationCode
  if (credential !== 'newest' || isContested || isSpent) return
  const { method, path, body } = exchange.request
  const call = `${method} ${path} ${body} ${caller?.accessToken}`
  const before = state.refused[call]
  const [isInvalid, answer] = [exchange.response.status === 401, statusAndCode(exchange)]
  if (before !== undefined) {
    const name = 'a request of others, or one that was refused, took the token of the caller'
    expect.sound(isInvalid, name, `before: ${before}; after: ${answer}`).toHold(false)
  } else if (!isInvalid) state.refused[call] = answer
}

/** The reasons that say nothing about the subject. */
const ofForm: Condition[] = ['invalid body', 'invalid query', 'other media type']

/** A refused call that changes nothing is answered as before; were it carried out, the next one would find another state. */
function judgeRepetition(
  { id, missing, untouched }: Operation,
  situation: Situation<Json>,
  { reasons, doubts }: Prediction,
  exchange: Exchange,
  { expect, cite }: Scratch,
): void {
  const { state, subject, caller, isContested, credential } = situation
  const [reason] = reasons
  const answer = statusAndCode(exchange)
  const notFound = state.refused[`${id} ${missing}`]
  const assertFound = (assert: Assertions, why: string) => {
    const isFound = `the ${missing?.split(' ')[0]} is still found${why}`
    assert(answer !== notFound, isFound, summarizeResponse(exchange)).toHold()
  }
  // What is refused for an open reason is there all the same; a caller who may do nothing any more does not see it.
  const { status } = exchange.response
  const mayBeFound = subject && !isContested && !doubts.some(({ condition }) => condition === missing)
  if (!reason && mayBeFound && credential === 'newest' && notFound && status !== 401 && status !== 403)
    assertFound(caller?.deletion ? expect : expect.sound, '')
  if (!missing || !reason || reasons.length > 1 || doubts.length > 0 || isContested || credential !== 'newest') return
  const { condition } = reason
  if (ofForm.includes(condition)) return
  const kind = `${id} ${condition}`
  const own = `${kind} ${subject?.id} ${subject?.state} ${caller?.name}`
  const before = state.refused[own]
  cite(...reason.cites)
  const assert = condition === untouched ? expect : expect.sound
  if (before !== undefined) assert(answer, 'the answer to a repeated call', `${before}, then ${answer}`).toBe(before)
  state.refused[own] ??= answer
  state.refused[kind] ??= answer
  if (condition === missing) judgeForeign(id, situation, exchange, expect)
  if (condition === missing || notFound === undefined || state.refused[kind] === notFound) return
  assertFound(expect.sound, `, as it has to be to be refused: ${condition}`)
}

/** The subject of another team is refused in the same words as an unknown one. */
function judgeForeign(
  operation: string,
  { state, subject, id }: Situation<Json>,
  exchange: Exchange,
  expect: Scratch['expect'],
): void {
  if (id === '' || malformed(id)) return
  const form = summarizeForm(exchange, id)
  const [own, other] = subject ? ['foreign', 'unknown'] : ['unknown', 'foreign']
  const before = state.refused[`${operation} ${other}`]
  if (before) expect.profile(form, "the answer to another team's, as to an unknown one,").toBe(before)
  state.refused[`${operation} ${own}`] ??= form
}
