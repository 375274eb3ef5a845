/** Whether an access token lets its holder in: by calls that change nothing, compared with what others get who have none. */
import { randomBytes } from 'node:crypto'
import { summarizeResponse } from '../assess/response.ts'
import { randomUlid } from '../checks/test-ids.ts'
import { type Caller, createCaller, type Sender } from '../client/callers.ts'
import { type Exchange, NoResponseError } from '../client/http.ts'

export interface TokenProbe {
  isIn: boolean
  /** It is let in for all that is known: the target never tells that somebody is not. */
  isUntold?: true
  /** What was answered last, in one line. */
  seen: string
}

export interface TokenProber {
  /** @throws TurnedAway */
  admits(accessToken: string): Promise<TokenProbe>
}

/** Of something that is nowhere, or with what is no date or no proof: all of them are refused. */
const probes: ((caller: Caller, id: string) => Promise<Exchange>)[] = [
  (caller, id) => caller.deleteIncident(id),
  (caller, id) => caller.resolve(id),
  (caller, id) => caller.resetMonitor(id),
  (caller, id) => caller.resetService(id),
  (caller, id) => caller.resetMonitor(id, { before: 'no-date' }),
  (caller) => caller.deleteAccount({}),
]

export function createTokenProber(sender: Sender): TokenProber {
  const id = randomUlid()
  const outsiders = [createCaller(sender, {}), createCaller(sender, { accessToken: randomBytes(24).toString('hex') })]
  const refusals = new Map<number, Promise<Exchange[]>>()

  function refusalsOf(index: number): Promise<Exchange[]> {
    const known =
      refusals.get(index) ?? Promise.all(outsiders.map((one) => probes[index]?.(one, id) as Promise<Exchange>))
    refusals.set(index, known)
    return known
  }

  return {
    async admits(accessToken) {
      const caller = createCaller(sender, { accessToken })
      let refused: Exchange | undefined
      let seen = 'no answer'
      for (const [index, probe] of probes.entries()) {
        try {
          const own = await probe(caller, id)
          seen = summarizeResponse(own)
          const isAlike = (await refusalsOf(index)).some((other) => areAlike(own, other))
          // One who calls again, and is not known, is told so by 401, whatever the words.
          if (own.response.status === 401 || (isAlike && own.response.status === 403)) refused ??= own
          else if (!isAlike) return { isIn: true, seen }
        } catch (error) {
          if (!(error instanceof NoResponseError)) throw error
        }
      }
      // A target that never tells that somebody is not known tells nothing here, either.
      return refused ? { isIn: false, seen: summarizeResponse(refused) } : { isIn: true, isUntold: true, seen }
    },
  }
}

function areAlike(one: Exchange, other: Exchange): boolean {
  const isTold = summarizeResponse(one) !== String(one.response.status)
  return isTold ? summarizeResponse(one) === summarizeResponse(other) : one.response.text === other.response.text
}
