/** Requests that a sequence sends beside its actions: a log-in in time, and a look at what was deleted. */
import { statusAndCode, summarizeResponse } from '../assess/response.ts'
import { logInWaits } from '../checks/log-in-again.ts'
import type { Call, Session } from '../client/callers.ts'
import { renewToken } from './accounts.ts'
import type { Action, JudgeTools } from './action.ts'
import type { Incident } from './model.ts'
import type { Explorer } from './sequence.ts'
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
    return renewToken(account, token)
  }
}

/** The patience, in milliseconds, with a target that has kept a deleted incident for longer. */
const littlePatience = 300

/** Expects that a deleted incident is not found any more; the document leaves open how soon. */
export async function expectGone(
  world: World,
  action: Action,
  deletion: Explorer['deletion'],
  tools: JudgeTools,
): Promise<void> {
  const { expect, cite } = tools
  const { id, wasResolved } = world.model.incidents[action.of ?? ''] as Incident
  const caller = world.callerOf(action.by)
  cite('4.4a', '4.4f', '4.3f')
  const begin = performance.now()
  let call: Call<unknown> = caller.deleteIncident(id)
  const isGone = async () => (await call).response.status >= 300
  world.model.deletesAtOnce = (world.model.deletesAtOnce ?? true) && (await isGone())
  const second = summarizeResponse(await call)
  expect.implied(await isGone(), 'whether what was deleted is gone at once', `a second deletion: ${second}`).toBe(true)
  for (let wait = 100; !(await isGone()) && performance.now() - begin < deletion.patience; wait *= 2) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    call = caller.deleteIncident(id)
  }
  if (!(await isGone())) deletion.patience = Math.min(deletion.patience, littlePatience)
  await expect(call).refused('incident not found')
  // Resolve and delete must agree that it is gone.
  if (wasResolved) return
  const resolve = caller.resolve(id)
  await expect(resolve).refused('incident not found')
  world.model.answers.missing ??= statusAndCode(await resolve)
}
