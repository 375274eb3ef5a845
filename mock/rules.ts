/** Rules: the delays, faults and scenarios that a test, a configuration file or a flag asks for. */
import type { Contract, OperationId } from '@monitoring-service/contract'
import type { Validator } from '@monitoring-service/http'
import { changeBody, isObject } from './change-body.ts'
import { checkKeys, listNames } from './known-names.ts'

export const faults = ['500', '503', '429', 'reset', 'hang', 'half', 'garbage'] as const

/** An error of the contract, or a defect of the connection or of the body. */
export type Fault = (typeof faults)[number]

/** In milliseconds. */
export type Delay = number | readonly [least: number, longest: number]

export interface Rule {
  /** The operation that the rule applies to; all by default. */
  operation?: string | undefined
  /** The name of the scenario that answers every valid request, with any credentials. Needs `operation`. */
  scenario?: string | undefined
  /** Replaces fields of the scenario's body; objects in it are changed by field, too. */
  body?: object | undefined
  /** Replaces the response, or damages it. */
  fault?: Fault | undefined
  /** Before the response. */
  delay?: Delay | undefined
  /** The seconds in `Retry-After` of the faults 429 and 503; the contract's by default. */
  retryAfter?: number | undefined
  /** The share of requests that the rule applies to, from 0 to 1; 1 by default. */
  rate?: number | undefined
  /** The number of requests that the rule applies to, at least 1; no limit by default. */
  times?: number | undefined
}

/** The decision of the Prefer header and the first rules that apply, for one request. */
export interface Decision extends Pick<Rule, 'scenario' | 'body' | 'fault' | 'retryAfter'> {
  delay?: number | undefined
  /** Whether the Prefer header selects the response, so that no rule replaces it. */
  isChosen?: boolean
  /** The limited rule that has chosen the scenario; `times` is what is left of it. */
  ordered?: Rule & { times: number }
}

/** The longest delay that a timer accepts, in milliseconds. */
export const longestDelay = 2 ** 31 - 1

export const isNumber = (value: unknown, maximum: number) => typeof value === 'number' && value >= 0 && value <= maximum
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0

/** Each field's check, and the end of the message "NAME must be …". */
const fields: Record<keyof Rule, [isValid: (value: unknown) => boolean, requirement: string]> = {
  operation: [(value) => typeof value === 'string', 'an operationId'],
  scenario: [(value) => typeof value === 'string', 'the name of a scenario'],
  body: [isObject, 'an object'],
  fault: [
    (value) => (faults as readonly unknown[]).includes(value),
    `one of ${faults.map((fault) => `"${fault}"`).join(', ')}`,
  ],
  delay: [isDelay, 'milliseconds, or a range of them such as [200, 800]'],
  retryAfter: [isCount, 'a number of seconds'],
  rate: [(value) => isNumber(value, 1), 'a share from 0 to 1'],
  times: [(value) => isCount(value) && value !== 0, 'a number of requests, at least 1'],
}

function isDelay(value: unknown): boolean {
  if (!Array.isArray(value)) return isNumber(value, longestDelay)
  return value.length === 2 && isNumber(value[1], longestDelay) && isNumber(value[0], value[1])
}

/**
 * Checks a rule that comes from outside, such as from a file.
 * @param name the rule's name in error messages.
 * @throws RangeError in one line that says what is possible.
 */
export function checkRule(
  rule: unknown,
  { operations, scenarios }: Contract,
  validator: Validator,
  name = 'the rule',
): Rule {
  const prefix = name === 'the rule' ? '' : `${name}: `
  if (!isObject(rule)) throw new RangeError(`${name} must be an object`)
  checkKeys(rule, Object.keys(fields), name)
  for (const [field, value] of Object.entries(rule)) {
    const [isValid, requirement] = fields[field as keyof Rule]
    if (value !== undefined && !isValid(value)) throw new RangeError(`${prefix}${field} must be ${requirement}`)
  }
  const { operation, scenario, body, fault, delay } = rule as Rule
  if (operation !== undefined && !Object.hasOwn(operations, operation)) {
    const known = listNames(Object.keys(operations), operation)
    throw new RangeError(`${prefix}there is no operation ${operation}; there are ${known}`)
  }
  const own = scenarios.filter(({ operationId }) => operationId === operation)
  const chosen = own.find(({ name }) => name === scenario)
  if (scenario !== undefined && operation === undefined) throw new RangeError(`${name} has a scenario but no operation`)
  if (scenario !== undefined && !chosen) {
    const names = own.map(({ name }) => name)
    throw new RangeError(`${prefix}${operation} has no scenario ${scenario}; it has ${listNames(names, scenario)}`)
  }
  if (scenario === undefined && fault === undefined && delay === undefined) {
    throw new RangeError(`${name} needs a scenario, a fault or a delay`)
  }
  if (body !== undefined) {
    if (!chosen) throw new RangeError(`${name} has a body but no scenario`)
    const { status, response } = chosen
    const violation = validator.findResponseViolation(operation as OperationId, status, changeBody(response, body))
    if (violation) throw new RangeError(`${prefix}${operation} cannot answer ${scenario} with this body: ${violation}`)
  }
  return rule as Rule
}

/** Rules in the order in which they apply: limited ones first, of unlimited ones the latest first. */
export class RuleList {
  #limited: (Rule & { times: number })[] = []
  #unlimited: Rule[] = []

  constructor(rules: readonly Rule[] = []) {
    for (const rule of rules.toReversed()) this.add(rule)
  }

  add(rule: Rule): void {
    const { times } = rule
    if (times === undefined) this.#unlimited.unshift(rule)
    else this.#limited = [...this.#limited.filter(({ times }) => times > 0), { ...rule, times }]
  }

  /** Completes a decision by the rules for an operation, and counts the limited ones that did so. */
  decide(decision: Decision, operationId: string, random: () => number): Decision {
    const completed = { ...decision }
    for (const rule of [...this.#limited, ...this.#unlimited]) {
      if ((rule.operation ?? operationId) !== operationId || rule.times === 0) continue
      const { scenario, body, fault, delay, retryAfter } = rule
      const decidesDelay = delay !== undefined && completed.delay === undefined
      const isOpen = !completed.isChosen && completed.scenario === undefined && completed.fault === undefined
      const decidesOutcome = isOpen && (scenario ?? fault) !== undefined
      if (!decidesDelay && !decidesOutcome) continue
      if (rule.rate !== undefined && random() >= rule.rate) continue
      if (decidesDelay) completed.delay = pickDelay(delay, random)
      if (decidesOutcome) Object.assign(completed, { scenario, body, fault, retryAfter })
      if (!isLimited(rule)) continue
      rule.times -= 1
      if (decidesOutcome && scenario !== undefined) completed.ordered = rule
    }
    return completed
  }
}

function isLimited(rule: Rule): rule is Rule & { times: number } {
  return rule.times !== undefined
}

export function pickDelay(delay: Delay, random: () => number): number {
  const [least, longest] = typeof delay === 'number' ? [delay, delay] : delay
  return least === longest ? least : Math.round(least + random() * (longest - least))
}
