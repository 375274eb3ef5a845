/** Requests that a sequence sends beside its actions: a log-in in time, and a look at what was deleted. */
import { logInWaits } from '../checks/support/log-in-again.ts'
import type { Session } from '../client/callers.ts'
import { learnSession } from '../document/session-rows.ts'
import type { World } from './world.ts'

/** Logs in again if the session may have ended. */
export async function logInFirst({ model, callerOf }: World, name: string, isEnded = false): Promise<void> {
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
