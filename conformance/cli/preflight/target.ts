/** Checks that the base address belongs to an implementation of the eight operations. */

import { type OperationId, operations } from '@monitoring-service/contract'
import { type Caller, createCaller, type Sender } from '../../client/callers.ts'
import { type Exchange, NoResponseError, RateLimitedError } from '../../client/exchange.ts'
import { randomUlid } from '../../client/test-ids.ts'
import { UsageError } from '../../client/usage-error.ts'
import type { RecordPool } from '../../records/pool.ts'
import { isUnrouted } from '../../verdict/missing-operations.ts'
import type { Config } from '../settings/config.ts'

export type FirstCall = Exchange & { operation: OperationId }

const nowhere = randomUlid()

const ends: OperationId[] = ['login', 'scheduleAccountDeletion']
const others = (Object.keys(operations) as OperationId[]).filter((id) => !ends.includes(id))
/** The log-in first, as it is the usual ping. The deletion of an account last: a target that needs no proof would carry it out. */
export const operationIds: readonly OperationId[] = ['login', ...others, 'scheduleAccountDeletion']

/** Changes nothing: the call lacks its input, or the object does not exist. */
export const callHarmlessly = (caller: Caller, id: OperationId): Promise<Exchange> =>
  caller.send(id, { id: nowhere, ...(operations[id].body && { body: {} }) })

/** No check can run against the target. */
export class UnusableTargetError extends Error {}

/**
 * Calls each operation without credentials, so that all calls are refused.
 * @returns those that were answered.
 * @throws UnusableTargetError, UsageError
 */
export async function callTarget(pool: RecordPool, sender: Sender, { target: { url } }: Config): Promise<FirstCall[]> {
  if (url === '') {
    throw new UsageError('no target: give its base address, as in `monitoring-conformance https://their.host`')
  }
  const visitor = createCaller(sender, {})
  const results = await Promise.allSettled(
    operationIds.map(
      async (operation): Promise<FirstCall> => ({ operation, ...(await callHarmlessly(visitor, operation)) }),
    ),
  )
  const answered = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []))
  const unexpected = errors.find((error) => !(error instanceof NoResponseError || error instanceof RateLimitedError))
  if (unexpected) throw unexpected
  if (answered.length === 0) {
    const [error] = errors
    const reason = error instanceof NoResponseError ? error.reason : error?.message
    throw new UnusableTargetError(`${url} cannot be tested: ${reason}`)
  }
  const fault = explainUnusable(answered)
  if (fault) throw new UnusableTargetError(`${url} ${fault}`)
  if (areOfGateway(answered) && !(await canSignUp(pool, sender))) {
    const [first] = answered
    throw new UnusableTargetError(
      `${url} answers every call alike, log-in and sign-up too (${first?.response.status}): does a gateway ask for a header? see --header`,
    )
  }
  return answered
}

/** Why no check can run, if the responses show that. */
function explainUnusable(answered: FirstCall[]): string | undefined {
  const responses = answered.map(({ response }) => response)
  if (responses.every(({ status }) => isRedirect(status))) {
    const location = responses.map(({ headers }) => headers.location).find((to) => to !== undefined)
    return `redirects each call${location ? `, as to ${location}` : ''}: give the address behind`
  }
  if (!answered.every(isForeign)) return undefined
  const seen = [...new Set(responses.map(({ status }) => status))].join(', ')
  return `knows none of the eight operations (it answers ${seen}): is this the base address, and has it all of its path?`
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400
}

/** No operation answers like this: each refuses the request, with JSON if it conforms to the document. */
function isForeign({ response: { status }, isJson }: Exchange): boolean {
  const isRefusal = [400, 401, 403, 422].includes(status)
  return isUnrouted(status) || isRedirect(status) || !(isJson || isRefusal)
}

/** Log-in and sign-up need no credentials, so a gateway in front of the target refuses them. */
function areOfGateway(answered: FirstCall[]): boolean {
  const [first] = answered
  return answered.every(
    ({ response: { status, text } }) =>
      [401, 403, 407].includes(status) && status === first?.response.status && text === first.response.text,
  )
}

function canSignUp(pool: RecordPool, sender: Sender): Promise<boolean> {
  return pool.sharedUser(sender).then(
    () => true,
    () => false,
  )
}
