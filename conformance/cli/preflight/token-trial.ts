/** Tries whether the target accepts an access token: compares its responses with those to no token and to an invalid one. */
import { randomBytes } from 'node:crypto'
import { type OperationId, operations } from '@monitoring-service/contract'
import { createCaller, type Sender } from '../../client/callers.ts'
import { type Exchange, NoResponseError } from '../../client/exchange.ts'
import { summarizeResponse } from '../../verdict/format.ts'
import { callHarmlessly, type FirstCall, operationIds } from './target.ts'

export interface TokenTrial {
  tokenWorks: boolean
  /** Counts as accepted, because the target never shows that a token is rejected. */
  isUncertain?: true
  /** A summary of the last response. */
  seen: string
}

/** @throws RateLimitedError */
export type TryToken = (accessToken: string) => Promise<TokenTrial>

const tokenOperations = operationIds.filter((id) => operations[id].security?.scheme === 'bearerAuth')

/** @param anonymous the first calls, as they were answered without a token. */
export function createTryToken(sender: Sender, anonymous: readonly FirstCall[]): TryToken {
  const stranger = createCaller(sender, { accessToken: randomBytes(24).toString('hex') })
  const answersToStranger = new Map<string, Promise<Exchange>>()

  /** The answers to no token and to an invalid one, which is sent once. */
  async function refusalsOf(operation: OperationId): Promise<Exchange[]> {
    const invalid = answersToStranger.get(operation) ?? callHarmlessly(stranger, operation)
    answersToStranger.set(operation, invalid)
    return [...anonymous.filter((one) => one.operation === operation), await invalid]
  }

  return async (accessToken) => {
    const caller = createCaller(sender, { accessToken })
    let rejection: Exchange | undefined
    let seen = 'no answer'
    for (const operation of tokenOperations) {
      try {
        const own = await callHarmlessly(caller, operation)
        seen = summarizeResponse(own)
        // A 401 rejects a token that was shown before, with any error body; other refusals may be about the request.
        if (own.response.status === 401) rejection ??= own
        else if (!(await refusalsOf(operation)).some((other) => areAlike(own, other))) return { tokenWorks: true, seen }
      } catch (error) {
        if (!(error instanceof NoResponseError)) throw error
      }
    }
    if (rejection) return { tokenWorks: false, seen: summarizeResponse(rejection) }
    return { tokenWorks: true, isUncertain: true, seen }
  }
}

function areAlike(one: Exchange, other: Exchange): boolean {
  const summary = summarizeResponse(one)
  const hasErrorBody = summary !== String(one.response.status)
  return hasErrorBody ? summary === summarizeResponse(other) : one.response.text === other.response.text
}
