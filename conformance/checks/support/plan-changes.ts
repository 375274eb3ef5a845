/** A team whose plan changes while its members are logged in. */

import type { Call, Caller, StatsReset } from '../../client/callers.ts'
import type { Exchange } from '../../client/http.ts'
import { summarizeResponse } from '../../verdict/format.ts'
import { logInAgain } from './log-in-again.ts'
import type { CheckTools } from './suite.ts'

type Tools = Pick<CheckTools, 'visitor' | 'expect' | 'eventually'>

/**
 * Sends a reset until the plan shows in the response. The document leaves open when a change shows: a token may have the
 * plan of its log-in, and a plan may be kept for a while. openapi.yaml reads it on each call.
 */
export async function sendOnPlan(
  plan: 'free' | 'paid',
  owner: Caller & { email: string; password: string },
  send: (caller: Caller) => Call<StatsReset>,
  { visitor, expect, eventually }: Tools,
): Promise<Exchange> {
  const shows = ({ response }: Exchange) => response.status < 300 === (plan === 'paid')
  let last = await send(owner)
  // A caller on the free plan is rejected; that the plan is that of now is implied.
  const claim = plan === 'free' ? expect.implied : expect.profile
  claim(shows(last), `the ${plan} plan shows with the same token`, summarizeResponse(last)).toHold()
  if (shows(last)) return last
  await eventually(async () => {
    last = await send(await logInAgain(visitor, expect, owner))
    return shows(last) || undefined
  })
  return last
}

/** Returns false if the reset is refused for another reason than the plan. */
export function dependsOnPlan({ response: { status, text } }: Exchange): boolean {
  return status < 300 || status === 402 || /plan|upgrade|paid|payment|subscri|tier/i.test(text)
}
