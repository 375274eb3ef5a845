/** The check record: what one check had, its exchanges, its assertions and its findings. */
import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../client/exchange.ts'
import { complete, holds } from './claims.ts'
import { type Finding, ruleOf, summaryOf } from './finding.ts'
import type { Basis } from './verdict.ts'

/** A record that a check had, or what happened between its steps; `report/given-words.ts` makes the words. */
export interface Given {
  /** As the check names it; empty for what has no name. */
  name: string
  kind: 'account' | 'admin' | 'incident' | 'monitor' | 'service' | 'change' | 'renewal' | 'sequences'
  fields: { [field: string]: unknown }
  /** The number of steps before a change. */
  afterStep?: number
}

/** A record that was made for a check, after so many of its steps. */
export interface MadeRecord {
  name: string
  thing: unknown
  afterStep: number
}

/** The owner of the secret. */
export interface UserSecret {
  kind: 'password' | 'access token' | 'verification code'
  email?: string | undefined
}

export interface CheckRecord {
  started: Date
  /** Passwords, tokens and codes of the users of its records. */
  secrets: Map<string, UserSecret>
  /** Its records, and what changed them. */
  given: Given[]
  made: MadeRecord[]
  steps: Exchange[]
  findings: Finding[]
  asserted: Partial<{ [B in Basis]: number }>
  /** The rules of assertions that held. */
  met: { rule: string; step: number | undefined }[]
  /** The conditions of refusal that were seen. */
  conditions: Set<string>
}

export function createCheckRecord(): CheckRecord {
  return {
    started: new Date(),
    secrets: new Map(),
    given: [],
    made: [],
    steps: [],
    findings: [],
    asserted: {},
    met: [],
    conditions: new Set(),
  }
}

/** A claim about an exchange, or about a value in it. */
export type Claimed = Pick<Finding, 'subject' | 'of' | 'claim' | 'value' | 'basis' | 'observation' | 'cites' | 'about'>

/**
 * Records an assertion: a finding if it does not hold.
 * @param exchange the one that shows the value, if there is one.
 * @param isMet whether it holds, if that does not follow from claim and value.
 */
export function recordClaim(
  record: CheckRecord,
  exchange: Exchange | undefined,
  { claim: given, ...claimed }: Claimed,
  isMet?: boolean,
  within?: unknown,
): boolean {
  const { basis, value } = claimed
  record.asserted[basis] = (record.asserted[basis] ?? 0) + 1
  const claim = complete(given, exchange, within)
  const index = exchange ? record.steps.indexOf(exchange) : -1
  const step = index < 0 ? undefined : index
  const operation = exchange?.request.operationId
  const response = exchange && exchange.unanswered === undefined ? summaryOf(exchange) : undefined
  const finding: Finding = { operation, ...claimed, claim, response, step }
  const isTrue = isMet ?? holds(claim, value, exchange)
  if (isTrue) record.met.push({ rule: ruleOf(finding), step })
  else if (!record.findings.some((other) => isDeepStrictEqual(other, finding))) record.findings.push(finding)
  return isTrue
}

/** Ends a check early: further assertions would repeat a finding, or need state that a target does not keep. */
export class Stop extends Error {}
