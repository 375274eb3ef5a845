/** Compares a response with earlier ones: what no call between them changes is answered as before. */
import type { Exchange } from '../client/exchange.ts'
import type { Condition } from '../verdict/conditions.ts'
import type { Assertions } from '../verdict/expect.ts'
import { statusAndCode, summarizeForm, summarizeResponse } from '../verdict/format.ts'
import type { Json, Operation, Prediction, Scratch, Situation } from './operation.ts'
import { asObject } from './rows.ts'
import { malformed } from './texts.ts'

/** A token ends by none of the calls between two equal ones, if they are refused or of other users: it is not invalid then. */
export function judgeToken(
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
  const previous = state.refused[call]
  const [isInvalid, response] = [exchange.response.status === 401, statusAndCode(exchange)]
  if (previous !== undefined) {
    const name = 'a request of others, or one that was refused, took the token of the caller'
    expect.sound(isInvalid, name, `before: ${previous}; after: ${response}`).toHold(false)
  } else if (!isInvalid) state.refused[call] = response
}

/** The reasons that say nothing about the subject. */
const ofForm: Condition[] = ['invalid body', 'invalid query', 'other media type']

/** A refused call that changes nothing is answered as before; were it carried out, the next one would find another state. */
export function judgeRepetition(
  { id, missing, untouched }: Operation,
  situation: Situation<Json>,
  { reasons, doubts }: Prediction,
  exchange: Exchange,
  { expect, cite }: Scratch,
): void {
  const { state, subject, caller, isContested, credential } = situation
  const { status } = exchange.response
  const response = statusAndCode(exchange)
  const notFound = state.refused[`${id} ${missing}`]
  const assertFound = (assert: Assertions, why: string) =>
    assert(response !== notFound, `the object is still found${why}`, summarizeResponse(exchange)).toHold()
  // What is refused for an open reason is there all the same; a caller who may do nothing any more does not see it.
  const mayBeFound = subject && !isContested && !doubts.some(({ condition }) => condition === missing)
  if (reasons.length === 0 && mayBeFound && credential === 'newest' && notFound && status !== 401 && status !== 403)
    assertFound(caller?.deletion ? expect : expect.sound, '')
  const [reason, another] = reasons
  if (!missing || !reason || another || doubts.length > 0 || isContested || credential !== 'newest') return
  const { condition } = reason
  if (ofForm.includes(condition)) return
  const kind = `${id} ${condition}`
  const own = `${kind} ${subject?.id} ${subject?.state} ${caller?.name}`
  const previous = state.refused[own]
  cite(...reason.cites)
  const assert = condition === untouched ? expect : expect.sound
  if (previous !== undefined)
    assert(response, 'the response to a repeated call', `${previous}, then ${response}`).toBe(previous)
  state.refused[own] ??= response
  state.refused[kind] ??= response
  if (condition === missing) judgeForeign(id, situation, exchange, expect)
  else if (notFound !== undefined && state.refused[kind] !== notFound)
    assertFound(expect.sound, `, as it has to be to be refused: ${condition}`)
}

/** The subject of another team is refused in the same words as an unknown one. */
function judgeForeign(
  operation: string,
  { state, subject, id }: Situation,
  exchange: Exchange,
  expect: Scratch['expect'],
): void {
  // A shorter id may stand in any message by chance.
  if (id.length < 6 || malformed(id)) return
  const form = summarizeForm(exchange, id)
  const [own, other] = subject ? ['foreign', 'unknown'] : ['unknown', 'foreign']
  const previous = state.refused[`${operation} ${other}`]
  if (previous) expect.profile(form, "the response to another team's, as to an unknown one,").toBe(previous)
  state.refused[`${operation} ${own}`] ??= form
}
