/** Compares a response with earlier ones: what no call between them changes has the same response as before. */
import type { OperationId } from '@monitoring-service/contract'
import type { Exchange } from '../client/exchange.ts'
import type { Condition } from '../verdict/conditions.ts'
import type { Assertions } from '../verdict/expect.ts'
import { statusAndCode, summarizeForm, summarizeResponse } from '../verdict/format.ts'
import type { Json, Operation, Prediction, Reason, Scratch, Situation } from './operation.ts'
import { asObject } from './rows.ts'
import { malformed } from './texts.ts'

/** A token ends by none of the calls between two equal ones, if they are refused or of other users: it is not invalid then. */
export function judgeToken(
  { model: { responses }, caller, credential, isContested, input }: Situation,
  exchange: Exchange,
  { expect }: Scratch,
): void {
  // A code may be used up, and a wrong proof or the request for deletion may end the session.
  const { mayBeLoggedOut, requestedAt, isDeleted, accessToken } = caller ?? {}
  const isSpent = mayBeLoggedOut || isDeleted || requestedAt !== undefined || asObject(input)?.verificationCode
  if (credential !== 'newest' || isContested || isSpent) return
  const { method, path, body } = exchange.request
  const request = `${method} ${path} ${body} ${accessToken}`
  const previous = responses.toRequest[request]
  const [isInvalid, response] = [exchange.response.status === 401, statusAndCode(exchange)]
  if (previous !== undefined) {
    const name = 'a request of others, or one that was refused, took the token of the caller'
    expect.sound(isInvalid, name, `before: ${previous}; after: ${response}`).toHold(false)
  } else if (!isInvalid) responses.toRequest[request] = response
}

/** The reasons that say nothing about the subject. */
const ofForm: Condition[] = ['invalid body', 'invalid query', 'other media type']

/** A repeated refused call has the same response; were it carried out, the next one would find another state. */
export function judgeRepetition(
  operation: Operation,
  situation: Situation<Json>,
  prediction: Prediction,
  exchange: Exchange,
  scratch: Scratch,
): void {
  if (situation.isContested || situation.credential !== 'newest') return
  const { reasons, doubts } = prediction
  const [reason, another] = reasons
  if (!reason) judgeStillFound(operation, situation, prediction, exchange, scratch)
  else if (operation.missing && !another && doubts.length === 0 && !ofForm.includes(reason.condition))
    judgeSameResponse(operation, situation, reason, exchange, scratch)
}

export const refusalOf = (operation: OperationId, condition: Condition | undefined) => `${operation} ${condition}`

function assertFound(assert: Assertions, notFound: string, exchange: Exchange, why = ''): void {
  const isFound = statusAndCode(exchange) !== notFound
  assert(isFound, `the object is still found${why}`, summarizeResponse(exchange)).toHold()
}

/** A subject that is refused for an open reason is there all the same; a caller without any rights does not see it. */
function judgeStillFound(
  { id, missing }: Operation,
  { model, subject, caller }: Situation<Json>,
  { doubts }: Prediction,
  exchange: Exchange,
  { expect }: Scratch,
): void {
  const { status } = exchange.response
  const notFound = model.responses.ofRefusal[refusalOf(id, missing)]
  const mayBeMissing = !subject || doubts.some(({ condition }) => condition === missing)
  if (mayBeMissing || !notFound || status === 401 || status === 403) return
  assertFound(caller?.deletion ? expect : expect.sound, notFound, exchange)
}

function judgeSameResponse(
  { id, missing, untouched }: Operation,
  situation: Situation<Json>,
  { condition, cites }: Reason,
  exchange: Exchange,
  { expect, cite }: Scratch,
): void {
  const { model, subject, caller } = situation
  const { ofRefusal, aboutSubject } = model.responses
  const [refusal, response] = [refusalOf(id, condition), statusAndCode(exchange)]
  const repeated = `${refusal} ${subject?.id} ${subject?.state} ${caller?.name}`
  const [previous, notFound] = [aboutSubject[repeated], ofRefusal[refusalOf(id, missing)]]
  cite(...cites)
  const assert = condition === untouched ? expect : expect.sound
  if (previous !== undefined)
    assert(response, 'the response to a repeated call', `${previous}, then ${response}`).toBe(previous)
  aboutSubject[repeated] ??= response
  ofRefusal[refusal] ??= response
  if (condition === missing) judgeForeign(id, situation, exchange, expect)
  else if (notFound !== undefined && ofRefusal[refusal] !== notFound)
    assertFound(expect.sound, notFound, exchange, `, as it has to be to be refused: ${condition}`)
}

/** The subject of another team is refused in the same words as an unknown one. */
function judgeForeign(
  operation: OperationId,
  { model, subject, id }: Situation,
  exchange: Exchange,
  expect: Scratch['expect'],
): void {
  // A shorter id may stand in any message by chance.
  if (id.length < 6 || malformed(id)) return
  const { ofForeign, ofUnknown } = model.responses
  const [own, other] = subject ? [ofForeign, ofUnknown] : [ofUnknown, ofForeign]
  const words = summarizeForm(exchange, id)
  if (other[operation])
    expect.profile(words, "the response to another team's, as to an unknown one,").toBe(other[operation])
  own[operation] ??= words
}
