/** Applies rules and the Prefer header to a request: delays, faults, chosen scenarios. */
import type { Contract, ErrorCode } from '@monitoring-service/contract'
import { createRandom } from '@monitoring-service/contract/seeded-random'
import { ApiError, type ParsedRequest, toErrorResponse, type Validator } from '@monitoring-service/http'
import { readPreferences } from './prefer-header.ts'
import type { Headers } from './reference.ts'
import type { Responder } from './responder.ts'
import type { MockResponse } from './responses.ts'
import { checkRule, type Decision, type Delay, type Fault, isNumber, pickDelay, type Rule, RuleList } from './rules.ts'
import { createSessions, type Sessions, sessionHeader } from './sessions.ts'

export interface FaultOptions {
  /** Milliseconds before each response, or a range of them. */
  delay?: Delay | undefined
  /** The share of requests that get 503, from 0 to 1. */
  failRate?: number | undefined
  /** One seed gives the same delays and failures, in the order of the requests. */
  seed?: number | undefined
  /** The first rule that applies decides; `delay` and `failRate` come last. */
  rules?: readonly Rule[] | undefined
}

export const faultOptions = ['delay', 'failRate', 'seed', 'rules'] as const satisfies (keyof FaultOptions)[]

/** A response, or a fault in its place: the connection is reset, or nothing is sent. */
export type Outcome = MockResponse | 'reset' | 'hang'

/** Responds to a request, or injects a fault. The signal reports that the client has gone. */
export type Respond = (request: ParsedRequest, headers: Headers, signal: () => AbortSignal) => Promise<Outcome>

const errorCodes: Partial<Record<Fault, ErrorCode>> = { 500: 'INTERNAL_ERROR', 503: 'UNAVAILABLE', 429: 'RATE_LIMITED' }

/**
 * Adds what the options, the session's rules and each request's Prefer header ask for; Prefer comes first.
 * @throws RangeError if an option is invalid.
 */
export function withFaults(
  responder: Responder,
  {
    contract,
    validator,
    sessions = createSessions(),
  }: { contract: Contract; validator: Validator; sessions?: Sessions },
  { delay = 0, failRate = 0, seed = 1, rules = [] }: FaultOptions,
): Respond {
  if (!Number.isInteger(seed)) throw new RangeError('seed must be a whole number')
  if (!Array.isArray(rules)) throw new RangeError('rules must be a list')
  rules.forEach((rule, index) => {
    checkRule(rule, contract, validator, `rules[${index}]`)
  })
  const last: Rule[] = [{ delay }, { fault: '503', rate: failRate }]
  checkRule({ delay }, contract, validator)
  if (!isNumber(failRate, 1)) throw new RangeError('failRate must be a share from 0 to 1')
  const always = new RuleList([...rules, ...last])
  const random = createRandom(seed)

  return async (request, headers, signal) => {
    const { operationId } = request
    const session = sessions.get(headers(sessionHeader).join())
    const preferences = readPreferences(headers('prefer').join(', '))
    const { code, example, dynamic } = preferences
    let decision: Decision = {
      delay: preferences.delay && pickDelay(preferences.delay, random),
      fault: preferences.fault,
      isChosen: code !== undefined || example !== undefined || dynamic === true,
    }
    for (const list of [session.rules, always]) decision = list.decide(decision, operationId, random)
    const { scenario, body, fault, delay: pause = 0, retryAfter = contract.limits.retryAfterSeconds } = decision
    if (pause > 0 && !(await sleep(pause, signal()))) return 'hang'
    if (fault === 'reset' || fault === 'hang') return fault
    const applied = (['delay', 'fault'] as const).flatMap((name) =>
      name in preferences ? [`${name}=${[preferences[name]].flat().join('-')}`] : [],
    )
    const reason = `fault ${fault} ${preferences.fault ? 'by Prefer' : 'by rule'}`
    const errorCode = fault && errorCodes[fault]
    if (errorCode) {
      const headers: Record<string, string> = fault === '500' ? {} : { 'Retry-After': String(retryAfter) }
      const error = new ApiError(errorCode, { headers })
      return { ...toErrorResponse(error, contract), applied, fault, reason }
    }
    const response = await responder({ request, headers, preferences, session, scenario, body })
    // An invalid request does not use up the order.
    if (decision.ordered && response.scenario !== scenario) decision.ordered.times += 1
    return { ...response, applied: [...applied, ...response.applied], ...(fault && { fault, reason }) }
  }
}

/** Resolves with true after the delay, or with false as soon as the signal aborts. */
function sleep(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), milliseconds)
    const stop = () => {
      clearTimeout(timer)
      resolve(false)
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
