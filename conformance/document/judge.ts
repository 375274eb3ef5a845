/** Compares a response with what the document says of its request, and the state with what the response shows. */
import { operations as contract, type OperationId } from '@monitoring-service/contract'
import { findCredentials, type Transport } from '../client/credentials.ts'
import type { Exchange } from '../client/http.ts'
import { valueAt } from '../verdict/claims.ts'
import { conditions, orderOfErrors } from '../verdict/conditions.ts'
import type { Expect } from '../verdict/expect.ts'
import { statusAndCode, summarizeResponse } from '../verdict/format.ts'
import { type CheckRecord, recordClaim } from '../verdict/record.ts'
import type { Level } from '../verdict/verdict.ts'
import { deleteIncident } from './delete-incident.ts'
import { learnScope } from './incident-rows.ts'
import {
  type AcceptanceBasis,
  type Json,
  type Operation,
  type Prediction,
  predict,
  type Situation,
  type Subject,
} from './operation.ts'
import { resolveIncident } from './resolve-incident.ts'
import type { Model } from './state.ts'

export const operations: Partial<Record<OperationId, Operation>> = { resolveIncident, deleteIncident }

/** The record of a judgement, and how the requirements of its findings are named. */
export interface Scratch {
  level?: Level
  record: CheckRecord
  expect: Expect
  cite(...requirementIds: string[]): void
}

const bases: readonly string[] = ['documented', 'sound', 'implied', 'profile']
const strongest = ['documented', 'sound', 'implied', 'profile', 'open'] as const

/** @returns undefined if the request is in a form of which the model knows nothing. */
export function situationOf(
  state: Model,
  exchange: Exchange,
  isContested: boolean,
  transport: Transport,
): Situation | undefined {
  const { operationId, path, headers, body, invalidCredential } = exchange.request
  const [before = '', after = ''] = operationId ? contract[operationId].path.split('{id}') : []
  const [plain = '', query] = path.split(/\?(.*)/s)
  const isOwn = operationId && contract[operationId].method === exchange.request.method
  if (!isOwn || !plain.startsWith(before) || !plain.endsWith(after)) return undefined
  const id = decode(plain.slice(before.length, plain.length - after.length))
  const all = Object.values(state.incidents)
  const incident = all.find((one) => one.id === id) ?? all.find((one) => one.id.toLowerCase() === id.toLowerCase())
  const presented = findCredentials(transport, headers).map(([, credential]) => credential)
  const accounts = Object.values(state.accounts)
  const newest = accounts.find(({ accessToken = '' }) => presented.includes(accessToken))
  const caller = newest ?? accounts.find(({ older }) => older.some((token) => presented.includes(token)))
  const credential = invalidCredential
    ? 'invalid'
    : presented.length === 0
      ? 'none'
      : !caller
        ? 'unknown'
        : newest
          ? 'newest'
          : 'older'
  const input = parse(body)
  const started = exchange.started.getTime()
  return {
    state,
    credential,
    caller,
    id,
    incident,
    input,
    hasQuery: query !== undefined,
    headers,
    isContested,
    started,
  }
}

/** Undecoded if it is no text in UTF-8. */
function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

function parse(body: string | undefined): unknown {
  if (body === undefined) return undefined
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** What the model says of a request; undefined if it knows nothing of its form. */
export function foresee(state: Model, exchange: Exchange, transport: Transport): Prediction | undefined {
  const operation = exchange.request.operationId && operations[exchange.request.operationId]
  const situation = operation && situationOf(state, exchange, false, transport)
  return operation && situation && situation.credential !== 'unknown' ? predict(operation, situation) : undefined
}

export async function judgeExchange(
  state: Model,
  exchange: Exchange,
  isContested: boolean,
  transport: Transport,
  scratch: Scratch,
): Promise<void> {
  const operation = exchange.request.operationId && operations[exchange.request.operationId]
  if (!operation) return void (await scratch.expect(Promise.resolve(exchange)).answered())
  const situation = situationOf(state, exchange, isContested, transport)
  const isUnknown = !situation || situation.credential === 'unknown' || situation.incident?.state === 'unknown'
  if (isUnknown) return void (await scratch.expect(Promise.resolve(exchange)).answered())
  const prediction = predict(operation, situation)
  const { refusals } = prediction
  const { incident } = situation
  const isAccepted = exchange.response.status < 300
  const isPlain = refusals.length === 0
  try {
    scratch.cite(...operation.cites.split(' '))
    const body = isPlain
      ? await judgeAcceptance(exchange, prediction, scratch)
      : await judgeRefusal(exchange, prediction, scratch)
    if (isAccepted && incident && incident.state !== 'deleted')
      showAll(operation, { ...situation, incident }, exchange, body, scratch)
    if (!isAccepted) judgeSameAnswer(situation, prediction, exchange, scratch)
  } finally {
    // Also where the judgement ends: the other orders of a turn are compared by what they find.
    if (isAccepted && incident) operation.after({ ...situation, incident }, exchange.body)
    learnScope(situation, isAccepted, isPlain)
    if (incident) incident.last = `${operation.id} ${isAccepted ? 'accepted' : 'refused'}`
  }
}

/** A refusal for one of several reasons, whose order the document leaves open and openapi.yaml states. */
async function judgeRefusal(
  exchange: Exchange,
  { refusals, doubts }: Prediction,
  { expect, cite }: Scratch,
): Promise<Json> {
  const basis = strongest.find((one) => refusals.some((reason) => reason.basis === one)) ?? 'profile'
  const main = refusals.find((reason) => reason.basis === basis) ?? refusals[0]
  const only = refusals.length + doubts.filter(([, condition]) => condition).length === 1 ? main?.condition : undefined
  cite(...(main?.cites ?? []))
  const call = Promise.resolve(exchange)
  const { status } = exchange.response
  const mayHaveOwnShape = refusals.some(({ condition }) => conditions[condition].shapeIsOpen)
  if (basis === 'documented' || basis === 'sound') {
    const assert = basis === 'documented' ? expect : expect.sound
    if (mayHaveOwnShape && !only) await assert(call).outcome({ refused: main?.condition ?? null })
    else await assert(call).refused(only)
  } else if (basis !== 'open') {
    await expect[basis](call).outcome({ refused: main?.condition ?? null })
    const body = await expect(call).answered(status < 300 ? undefined : only)
    if (status < 300) return body
  }
  const [first] = refusals
  if (!only && first && status >= 400)
    await expect.profile(call).refused(first.condition, refusals.length > 1 ? orderOfErrors : undefined)
}

async function judgeAcceptance(exchange: Exchange, { doubts }: Prediction, { expect }: Scratch): Promise<Json> {
  const weakest = doubts.map(([, , basis]) => strongest.indexOf(basis))
  const basis: AcceptanceBasis = strongest[Math.max(0, ...weakest)] ?? 'documented'
  const call = Promise.resolve(exchange)
  if (basis === 'documented' || basis === 'sound') return (basis === 'sound' ? expect.sound : expect)(call).accepted()
  if (basis !== 'open') await expect[basis](call).outcome({ accepted: true })
  return expect(call).answered(doubts.length === 1 ? doubts[0]?.[1] : undefined)
}

function showAll(
  operation: Operation,
  situation: Subject,
  exchange: Exchange,
  body: Json,
  { record, level }: Scratch,
): void {
  const violated = new Map<string, number>()
  for (const [subject, claimOf, cites, basis = 'documented'] of operation.shows) {
    const value =
      subject === 'the headers' ? Object.values(exchange.response.headers).join('\n') : valueAt(body, subject)
    const claim = claimOf(situation, body)
    if (!claim) continue
    const own = typeof basis === 'function' ? basis(situation, value) : basis
    // In a check of the profile, every other assertion counts as profile.
    const on = level === 'profile' && own !== 'sound' ? level : own
    // What is violated needs no weaker claim.
    if ((violated.get(subject) ?? 9) <= bases.indexOf(on)) continue
    // An empty text may stand for none.
    const isNone = 'is' in claim && claim.is === null && value === ''
    const claimed = { subject, claim, value, basis: on, cites: cites.split(' ').filter(Boolean) }
    const holds = recordClaim(record, exchange, claimed, isNone || undefined)
    if (!holds) violated.set(subject, bases.indexOf(on))
  }
}

/** A refused call that changes nothing is answered as before; were it carried out, the next one would find another state. */
function judgeSameAnswer(
  situation: Situation,
  { refusals, doubts }: Prediction,
  exchange: Exchange,
  { expect, cite }: Scratch,
): void {
  const { state, incident, caller, isContested, credential } = situation
  const [reason] = refusals
  if (!reason || refusals.length > 1 || doubts.length > 0 || isContested || credential !== 'newest') return
  const answer = statusAndCode(exchange)
  const kind = `${exchange.request.operationId} ${reason.condition}`
  const own = `${kind} ${incident?.id} ${incident?.state} ${caller?.name}`
  const before = state.refused[own]
  cite(...reason.cites)
  const assert = reason.basis === 'documented' && reason.condition === 'incident is auto' ? expect : expect.sound
  if (before !== undefined) assert(answer, 'the answer to a repeated call', `${before}, then ${answer}`).toBe(before)
  state.refused[own] ??= answer
  state.refused[kind] ??= answer
  const missing = state.refused[`${exchange.request.operationId} incident not found`]
  if (reason.condition === 'incident not found' || missing === undefined || state.refused[kind] === missing) return
  const seen = summarizeResponse(exchange)
  expect
    .sound(answer !== missing, `the incident is still found, as it has to be to be refused: ${reason.condition}`, seen)
    .toHold()
}
