/** Checks that the base address belongs to an implementation of the eight operations. */

import { type OperationId, operations } from '@monitoring-service/contract'
import { type Caller, createCaller, type Sender } from '../../client/callers.ts'
import { type Exchange, NoResponseError, RateLimitedError } from '../../client/exchange.ts'
import type { HttpClient } from '../../client/http.ts'
import { randomUlid } from '../../client/test-ids.ts'
import { UsageError } from '../../client/usage-error.ts'
import type { RecordPool } from '../../records/pool.ts'
import { isUnrouted } from '../../verdict/missing-operations.ts'
import type { Config } from '../settings/config.ts'

export type FirstCall = Exchange & { operation: OperationId }

const nowhere = randomUlid()

const ends: OperationId[] = ['login', 'scheduleAccountDeletion']
const others = (Object.keys(operations) as OperationId[]).filter((id) => !ends.includes(id))
/**
 * The log-in first: if it does not answer, another call becomes the ping. The deletion of an account last: a target that
 * needs no proof would carry it out.
 */
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
export async function checkTarget(
  client: HttpClient,
  pool: RecordPool,
  sender: Sender,
  { target: { url } }: Config,
): Promise<FirstCall[]> {
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
  const [first] = answered
  if (!first) {
    const [error] = errors
    const reason = error instanceof NoResponseError ? error.reason : error?.message
    throw new UnusableTargetError(`${url} cannot be tested: ${reason}`)
  }
  if (results[0]?.status === 'rejected') client.pingRequest = first.request

  const statuses = answered.map(({ response }) => response.status)
  if (statuses.every(isRedirect)) {
    const location = answered.map(({ response }) => response.headers.location).find((to) => to !== undefined)
    throw new UnusableTargetError(
      `${url} redirects each call${location ? `, as to ${location}` : ''}: give the address behind`,
    )
  }
  if (answered.every(isForeign)) {
    const seen = [...new Set(statuses)].join(', ')
    throw new UnusableTargetError(
      `${url} knows none of the eight operations (it answers ${seen}): is this the base address, and has it all of its path?`,
    )
  }
  if (answered.every((exchange) => isGateway(exchange, first)) && !(await canSignUp(pool, sender))) {
    throw new UnusableTargetError(
      `${url} answers every call alike, log-in and sign-up too (${first.response.status}): does a gateway ask for a header? see --header`,
    )
  }
  return answered
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
function isGateway({ response: { status, text } }: Exchange, first: Exchange): boolean {
  return [401, 403, 407].includes(status) && status === first.response.status && text === first.response.text
}

function canSignUp(pool: RecordPool, sender: Sender): Promise<boolean> {
  return pool.sharedUser(sender).then(
    () => true,
    () => false,
  )
}
