/** What one check did and found: its exchanges, its assertions, what it was given. */
import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../client/http.ts'
import type { Basis } from './verdict.ts'

/** An assertion that did not hold. */
export interface Finding {
  provenance: Basis
  expected: string
  seen: string
  /** The exchange that showed it, as an index. */
  step?: number
  /** The sentences that it breaks, where they are others than the check's. */
  cites?: string[]
}

export interface CheckRecord {
  /** What the check was given, in words. */
  given: string[]
  /** Somebody came from the hook in place of an account that the kit signs up. */
  usedPooledUser: boolean
  steps: Exchange[]
  findings: Finding[]
  /** How many assertions were made of each provenance. */
  asserted: Partial<{ [P in Basis]: number }>
  /** The conditions of refusal that were seen. */
  conditions: Set<string>
}

export function createCheckRecord(): CheckRecord {
  return { given: [], usedPooledUser: false, steps: [], findings: [], asserted: {}, conditions: new Set() }
}

/** Notes an assertion, and what was seen instead if it does not hold. */
export function recordAssertion(record: CheckRecord, holds: boolean, finding: Finding): boolean {
  const { provenance } = finding
  record.asserted[provenance] = (record.asserted[provenance] ?? 0) + 1
  if (!holds && !record.findings.some((other) => isDeepStrictEqual(other, finding))) record.findings.push(finding)
  return holds
}

/** Ends a check early: what follows would only repeat what was found. */
export class Stop extends Error {}
