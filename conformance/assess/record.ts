/** The record of one check: its fixtures, its exchanges and its assertions. */
import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../client/http.ts'
import type { Basis } from './verdict.ts'

/** A violated assertion. */
export interface Finding {
  basis: Basis
  expected: string
  seen: string
  /** The index of the exchange that showed it. */
  step?: number
  /** The requirements that it violates, if they are not those of the check. */
  requirementIds?: string[]
  /** Other calls of the run that narrow down the cause. */
  notes?: string[]
}

export interface CheckRecord {
  started: Date
  /** The team of each access token of a fixture. */
  teams: Map<string, string>
  /** Descriptions of the fixtures. */
  given: string[]
  /** A user of the check came from the hook instead of a sign-up. */
  usedPooledUser: boolean
  steps: Exchange[]
  findings: Finding[]
  /** The number of assertions by basis. */
  asserted: Partial<{ [B in Basis]: number }>
  /** The expectations that held. */
  met: Set<string>
  /** The conditions of refusal that were seen. */
  conditions: Set<string>
}

export function createCheckRecord(): CheckRecord {
  return {
    started: new Date(),
    teams: new Map(),
    given: [],
    usedPooledUser: false,
    steps: [],
    findings: [],
    asserted: {},
    met: new Set(),
    conditions: new Set(),
  }
}

export function recordAssertion(record: CheckRecord, holds: boolean, finding: Finding): boolean {
  const { basis } = finding
  record.asserted[basis] = (record.asserted[basis] ?? 0) + 1
  if (holds) record.met.add(finding.expected)
  if (!holds && !record.findings.some((other) => isDeepStrictEqual(other, finding))) record.findings.push(finding)
  return holds
}

/** Ends a check early, because further assertions would repeat a finding. */
export class Stop extends Error {}
