/** Sends the calls of a step, at the same time if there are several, and logs in before where that is needed. */
import { logInWaits } from '../checks/support/log-in-again.ts'
import type { Session } from '../client/callers.ts'
import type { Exchange } from '../client/http.ts'
import { learnSession } from '../document/session-rows.ts'
import { planAccount } from './accounts.ts'
import type { Action } from './action.ts'
import { exploredOperations } from './operations.ts'
import type { Running } from './running.ts'
import { spoiledCall } from './spoil.ts'
import type { World } from './world.ts'

export interface Sent {
  action: Action
  exchange: Exchange
}

export async function sendAll(running: Running, actions: Action[]): Promise<Sent[]> {
  for (const { by } of actions) await logInFirst(running.world, by)
  return running.together(actions.length, () => Promise.all(actions.map((action) => send(running, action))))
}

async function send({ world }: Running, action: Action): Promise<Sent> {
  const { model } = world
  const { name = '', by, more } = action
  if (action.operation === 'sign up') planAccount(model, name, world.pool.newCredentials(), action)
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
  if (exchange.response.status !== 401 || !mayHaveExpired) return { action, exchange }
  await logInFirst(world, by, true)
  return { action, exchange: await sendOnce() }
}

/** Logs in again if the session may have ended. */
async function logInFirst({ model, callerOf }: World, name: string, isEnded = false): Promise<void> {
  const account = model.accounts[name]
  if (!account?.password || !(account.mayBeLoggedOut || isEnded || account.accessToken === undefined)) return
  for (const wait of [0, ...logInWaits]) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    const { email, password } = account
    const { response, body } = await callerOf('anonymous').logIn({ email, password })
    const token = (body as Partial<Session> | undefined)?.accessToken
    if (response.status >= 300 || typeof token !== 'string') continue
    return learnSession(account, { accessToken: token })
  }
}
