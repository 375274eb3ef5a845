/** Applies rules and the Prefer header to a request: delays, faults, chosen scenarios. */
import type { Contract, ErrorCode } from '@monitoring-service/contract'
import { createRandom } from '@monitoring-service/contract/seeded-random'
import { ApiError, type ParsedRequest, toErrorResponse, type Validator } from '@monitoring-service/http'
import type { Exchange } from './exchange.ts'
import { type Preferences, readPreferences } from './prefer-header.ts'
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

interface Surroundings {
  contract: Contract
  validator: Validator
  sessions?: Sessions
}

/**
 * Adds what the options, the session's rules and each request's Prefer header ask for; Prefer comes first.
 * @throws RangeError if an option is invalid.
 */
export function withFaults(
  responder: Responder,
  { contract, validator, sessions = createSessions() }: Surroundings,
  options: FaultOptions,
): Respond {
  const always = readRules(options, (rule, name) => checkRule(rule, contract, validator, name))
  const { seed = 1 } = options
  if (!Number.isInteger(seed)) throw new RangeError('seed must be a whole number')
  const random = createRandom(seed)

  return async (request, headers, signal) => {
    const session = sessions.enter(headers(sessionHeader).join())
    const preferences = readPreferences(headers('prefer').join(', '))
    const preferred = fromPreferences(preferences, random)
    const bySession = session.rules.decide(preferred, request.operationId, random)
    const decision = always.decide(bySession, request.operationId, random)
    const { scenario, body, fault, delay = 0, retryAfter = contract.limits.retryAfterSeconds } = decision
    if (delay > 0 && !(await sleep(delay, signal()))) return 'hang'
    if (fault === 'reset' || fault === 'hang') return fault
    const applied = formatDelayAndFault(preferences)
    const injected = fault && { fault, reason: `fault ${fault} ${preferred.fault ? 'by Prefer' : 'by rule'}` }
    const errorCode = fault && errorCodes[fault]
    if (errorCode) {
      const headers: Record<string, string> = fault === '500' ? {} : { 'Retry-After': String(retryAfter) }
      return { ...toErrorResponse(new ApiError(errorCode, { headers }), contract), applied, ...injected }
    }
    const response = await responder({ request, headers, preferences, session, scenario, body })
    // An invalid request does not use up the order.
    if (decision.ordered && response.scenario !== scenario) decision.ordered.times += 1
    return { ...response, applied: [...applied, ...response.applied], ...injected }
  }
}

/** The rules of the options, of which `delay` and `failRate` come last. */
function readRules({ rules = [], delay = 0, failRate = 0 }: FaultOptions, check: (rule: Rule, name?: string) => Rule) {
  if (!Array.isArray(rules)) throw new RangeError('rules must be a list')
  rules.forEach((rule, index) => {
    check(rule, `rules[${index}]`)
  })
  check({ delay })
  if (!isNumber(failRate, 1)) throw new RangeError('failRate must be a share from 0 to 1')
  return new RuleList([...rules, { delay }, { fault: '503', rate: failRate }])
}

function fromPreferences({ delay, fault, code, example, dynamic }: Preferences, random: () => number): Decision {
  return {
    delay: delay && pickDelay(delay, random),
    fault,
    isChosen: code !== undefined || example !== undefined || dynamic === true,
  }
}

/** The preferences that are followed here; the responder follows the others. */
function formatDelayAndFault({ delay, fault }: Preferences): string[] {
  return [
    ...(delay === undefined ? [] : [`delay=${[delay].flat().join('-')}`]),
    ...(fault === undefined ? [] : [`fault=${fault}`]),
  ]
}

/** What the log and the live view show of an outcome, besides its status. */
export function describeOutcome(outcome: Outcome): Pick<Exchange, 'scenario' | 'fault' | 'reason'> {
  if (typeof outcome === 'string') return { fault: outcome }
  const { scenario, fault, reason } = outcome
  return { ...(scenario && { scenario }), ...(fault && { fault }), ...(reason && { reason }) }
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
