/** Sends the calls of a step, at the same time if there are several, and logs in before where that is needed. */

import type { OperationId } from '@monitoring-service/contract'
import { sendInTime } from '../checks/support/log-in-again.ts'
import { createBarrier } from '../client/barrier.ts'
import { type Call, type Caller, createCaller, type RequestDetails } from '../client/callers.ts'
import { type Exchange, isAccepted } from '../client/exchange.ts'
import { learnSession } from '../document/session-rows.ts'
import type { Action } from './action.ts'
import { accountOf, isRecord, named, requestOf } from './requests.ts'
import type { Running } from './sequence.ts'
import { credentials, ids, malformedParts, olderSession } from './spoil.ts'

export interface Sent {
  action: Action
  exchange: Exchange
}

export function adminOf({ model, pool, sender }: Running): Caller {
  model.adminKey = pool.adminKey()
  return createCaller(sender, { adminKey: model.adminKey })
}

/** With the newest token of its account. */
export function callerOf({ model, sender }: Running, { by, spoiled }: Pick<Action, 'by' | 'spoiled'>): Caller {
  const { accessToken, email, older = [] } = named(model.accounts, by) ?? {}
  const token = spoiled?.credential === olderSession ? (older[0] ?? accessToken) : accessToken
  return createCaller(sender, { ...(token !== undefined && { accessToken: token }), ...(email && { email }) })
}

export async function sendAll(running: Running, actions: Action[]): Promise<Sent[]> {
  for (const { by } of actions) await logInFirst(running, by)
  running.barrier = actions.length > 1 ? createBarrier(actions.length) : undefined
  const sending = actions.map((action) => send(running, action))
  try {
    return (await Promise.all(sending)).flat()
  } finally {
    running.barrier = undefined
  }
}

/** @returns nothing if what the request needs is not known. */
async function send(running: Running, action: Action): Promise<Sent[]> {
  const { model, pool } = running
  const { operation, by, name, spoiled } = action
  const fresh = name === undefined ? undefined : pool.newCredentials()
  if (fresh) model.usualCredentials.push(fresh)
  const request = requestOf(model, action, fresh ?? {})
  if (!request || isRecord(operation)) return []
  const sendOnce = () => callOnce(running, action, operation, request)
  const isFirst = isFirstLogIn(running, action)
  const exchange = await sendInTime(sendOnce, () => isFirst)
  // The document leaves open how long a token is valid.
  const mayHaveExpired = named(model.accounts, by)?.password && !spoiled?.credential
  if (exchange.response.status !== 401 || !mayHaveExpired) return [{ action, exchange }]
  await logInFirst(running, by, true)
  return [{ action, exchange: await sendOnce() }]
}

function callOnce(running: Running, action: Action, operation: OperationId, request: RequestDetails): Call<unknown> {
  const { spoiled = {} } = action
  const details = spoiled.part === undefined ? request : malformedParts(operation, request)[Number(spoiled.part)]
  const id = ids[spoiled.id ?? '']?.(request.id ?? '', running.model)
  const caller = operation === 'listDeletionRequests' ? adminOf(running) : callerOf(running, action)
  const sender = credentials.get(spoiled.credential ?? '')?.apply(caller) ?? caller
  return sender.send(operation, { ...(details ?? request), ...(id !== undefined && { id }) })
}

/** A new account may be able to log in only after a moment. */
function isFirstLogIn({ model }: Running, action: Action): boolean {
  const { older, deletion } = accountOf(model, action, {})
  const isUsual = Object.values(action.values ?? {}).every((value) => value === 'usual')
  return action.operation === 'login' && isUsual && !action.spoiled && older?.length === 0 && !deletion
}

/** Logs in again if the session may have ended. */
async function logInFirst({ model, sender }: Running, name: string, isEnded = false): Promise<void> {
  const account = named(model.accounts, name)
  if (!account?.password || !(account.mayBeLoggedOut || isEnded || account.accessToken === undefined)) return
  const { email, password } = account
  const exchange = await sendInTime(() => createCaller(sender, {}).logIn({ email, password }))
  const token = exchange.body?.accessToken
  if (isAccepted(exchange) && typeof token === 'string') learnSession(account, { accessToken: token })
}
