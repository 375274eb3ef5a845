/** The steps of a sequence. They are JSON with names in place of ids, so that a sequence can be kept and sent again. */

import type { OperationId } from '@monitoring-service/contract'
import type { Call, RequestDetails } from '../client/callers.ts'
import type { Transport } from '../client/credentials.ts'
import type { Scratch } from '../document/operation.ts'
import type { Model } from '../document/state.ts'
import { type Condition, conditions } from '../verdict/conditions.ts'
import { summarizeResponse } from '../verdict/response.ts'
import type { Random } from './random.ts'

export const areas = ['incidents', 'statistics', 'accounts', 'listing'] as const
export type Area = (typeof areas)[number]

export interface Action {
  /** The operation that is called, or the record that is made, such as `an incident`. */
  operation: string
  /** The account that calls, or `anonymous`. */
  by: string
  /** The object or account that it is about. */
  of?: string
  /** The object or account that it creates. */
  name?: string
  /** The name of a value, or a date. */
  value?: string
  /** Further names of values, by property; of the session, and of what is spoiled. */
  more?: Record<string, string>
  /** Names of other objects or accounts that it refers to. */
  uses?: string[]
}

/** Actions that are sent at the same time; one, as a rule. */
export type Step = Action[]

export interface JudgeTools extends Pick<Scratch, 'expect' | 'cite' | 'record'> {
  /** Other requests are on their way that concern the same object. */
  isContested: boolean
  transport: Transport
}

export interface Proposer {
  model: Model
  random: Random
  /** A name that nothing in the sequence has. */
  newName(kind: string): string
  /** Callers that no fixture provides. */
  missing: ReadonlySet<string>
}

/** How an operation is explored: what it may be about, and how it is sent. What must hold of its response is in document/. */
export interface ExploredOperation {
  id: OperationId
  area: Area
  /** Undefined if there is nothing to send it about. */
  propose(proposer: Proposer): Action | undefined
  /** The properties of an action whose pairs the exploration tries to cover. */
  features(model: Model, action: Action): string[]
  details(model: Model, action: Action): RequestDetails
  /** Plain calls about the things that there are, by a caller of their team, as far as they show what others do not. */
  readBacks(model: Model, random: Random): Action[]
  /** Milliseconds before each repetition of a refused request, if the document leaves open how soon it is accepted. */
  waitsFor?(model: Model, action: Action): number[]
  /** Judges the response and updates the model, if the operation is not written down in document/. */
  judge?(model: Model, action: Action, call: Call<unknown>, tools: JudgeTools): Promise<void>
}

export interface Reason {
  condition: Condition
  cites: string[]
  /** The document states it unless this says otherwise. */
  basis?: 'documented' | 'implied' | 'sound' | 'profile'
}

const strength = ['documented', 'sound', 'implied', 'profile'] as const

/**
 * Expects a refusal for one of several reasons, whose order the document leaves open.
 * @returns whether the call was accepted all the same. If the one reason is documented or sound, that ends the check.
 */
export async function expectRefusal(call: Call<unknown>, reasons: Reason[], tools: JudgeTools): Promise<boolean> {
  const { expect, cite } = tools
  const basis = strength.find((one) => reasons.some((reason) => (reason.basis ?? 'documented') === one)) ?? 'profile'
  const [first] = reasons.filter((reason) => (reason.basis ?? 'documented') === basis)
  cite(...(first?.cites ?? []))
  const condition = reasons.length === 1 ? first?.condition : undefined
  const exchange = await call
  const { status } = exchange.response
  const isAccepted = status < 300
  const expectation = `whether the call is refused: ${first?.condition}`
  const mayHaveOwnShape = !condition && reasons.some((reason) => conditions[reason.condition].shapeIsOpen)
  if (mayHaveOwnShape) {
    const assert = basis === 'documented' ? expect : expect[basis]
    assert(status >= 400 && status < 500, expectation, summarizeResponse(exchange)).toBe(true)
  } else if (basis === 'documented') await expect(call).refused(condition)
  else if (basis === 'sound') await expect.sound(call).refused(condition)
  else {
    expect[basis](!isAccepted, expectation, summarizeResponse(exchange)).toBe(true)
    await expect(call).answered(isAccepted ? undefined : condition)
  }
  return isAccepted
}

/**
 * Expects that the call is accepted.
 * @param basis on another basis than the document, the call may also be refused; `open` expects neither.
 * @returns the body, or undefined if the call is refused.
 */
export async function expectAcceptance<T>(
  call: Call<T>,
  basis: 'documented' | 'implied' | 'profile' | 'open',
  { expect }: JudgeTools,
): Promise<T | undefined> {
  if (basis === 'documented') return expect(call).accepted()
  const exchange = await call
  const { request, response } = exchange
  const isAccepted = response.status < 300
  if (basis !== 'open')
    expect[basis](isAccepted, 'whether the call is accepted', summarizeResponse(exchange)).toBe(true)
  // Document 4.7 and 4.8 leave the error body of a refused reset open.
  if (isAccepted || !request.operationId?.startsWith('reset')) return expect(call).answered()
  expect(response.status, 'the status').toBeBetween(400, 499)
  return undefined
}
