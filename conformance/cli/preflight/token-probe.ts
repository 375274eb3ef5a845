/** Probes whether the target accepts an access token: compares its responses with those to invalid tokens. */
import { randomBytes } from 'node:crypto'
import { type Caller, createCaller, type Sender } from '../../client/callers.ts'
import { type Exchange, NoResponseError } from '../../client/exchange.ts'
import { randomUlid } from '../../client/test-ids.ts'
import { summarizeResponse } from '../../verdict/format.ts'

export interface TokenProbe {
  isAccepted: boolean
  /** Counts as accepted, because the target never shows that a token is rejected. */
  isUncertain?: true
  /** A summary of the last response. */
  seen: string
}

/** @throws RateLimitedError */
export type ProbeToken = (accessToken: string) => Promise<TokenProbe>

/** Calls without side effects: the objects do not exist, or the date or the proof is invalid. */
const calls: ((caller: Caller, id: string) => Promise<Exchange>)[] = [
  (caller, id) => caller.deleteIncident(id),
  (caller, id) => caller.resolve(id),
  (caller, id) => caller.resetMonitor(id),
  (caller, id) => caller.resetService(id),
  (caller, id) => caller.resetMonitor(id, { before: 'no-date' }),
  (caller) => caller.deleteAccount({}),
]

export function createTokenProber(sender: Sender): ProbeToken {
  const id = randomUlid()
  const outsiders = [createCaller(sender, {}), createCaller(sender, { accessToken: randomBytes(24).toString('hex') })]
  /** The responses to the outsiders, by call. */
  const refusals = new Map<(typeof calls)[number], Promise<Exchange[]>>()

  return async (accessToken) => {
    const caller = createCaller(sender, { accessToken })
    let rejection: Exchange | undefined
    let seen = 'no answer'
    for (const call of calls) {
      try {
        const own = await call(caller, id)
        seen = summarizeResponse(own)
        const outside = refusals.get(call) ?? Promise.all(outsiders.map((outsider) => call(outsider, id)))
        refusals.set(call, outside)
        // A 401 rejects a token that was shown before, with any error body; other refusals may be about the request.
        if (own.response.status === 401) rejection ??= own
        else if (!(await outside).some((other) => areAlike(own, other))) return { isAccepted: true, seen }
      } catch (error) {
        if (!(error instanceof NoResponseError)) throw error
      }
    }
    if (rejection) return { isAccepted: false, seen: summarizeResponse(rejection) }
    return { isAccepted: true, isUncertain: true, seen }
  }
}

function areAlike(one: Exchange, other: Exchange): boolean {
  const summary = summarizeResponse(one)
  const hasErrorBody = summary !== String(one.response.status)
  return hasErrorBody ? summary === summarizeResponse(other) : one.response.text === other.response.text
}
