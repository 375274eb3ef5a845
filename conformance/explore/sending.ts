/** Sends the calls of a step, at the same time if there are several, and logs in before where that is needed. */
import type { Call } from '../client/callers.ts'
import type { Exchange } from '../client/http.ts'
import { planAccount } from './accounts.ts'
import type { Action } from './action.ts'
import { logInFirst } from './log-in-first.ts'
import { exploredOperations } from './operations.ts'
import type { Running } from './running.ts'
import { spoiledCall } from './spoil.ts'

export interface Sent {
  action: Action
  call: Call<unknown>
  exchange: Exchange
}

export async function sendAll(running: Running, actions: Action[]): Promise<Sent[]> {
  for (const { by } of actions) await logInFirst(running.world, by)
  return running.together(actions.length, () => Promise.all(actions.map((action) => send(running, action))))
}

async function send({ world }: Running, action: Action): Promise<Sent> {
  const { model } = world
  const { name = '', by, more } = action
  if (action.operation === 'sign up') planAccount(model, name, world.newCredentials(), action)
  const operation = exploredOperations[action.operation]
  if (!operation) throw new Error(`no operation is called ${action.operation}`)
  const sendOnce = () => spoiledCall(world.callerOf(by, more?.session), model, operation, action)
  let call = sendOnce()
  for (const wait of operation.waitsFor?.(model, action) ?? []) {
    if ((await call).response.status < 300) break
    await new Promise((resolve) => setTimeout(resolve, wait))
    call = sendOnce()
  }
  const exchange = await call
  // The document leaves open how long a token is valid.
  const mayHaveExpired = model.accounts[by]?.password && !more?.session && !more?.credential
  if (exchange.response.status !== 401 || !mayHaveExpired) return { action, call, exchange }
  await logInFirst(world, by, true)
  const repeated = sendOnce()
  return { action, call: repeated, exchange: await repeated }
}
