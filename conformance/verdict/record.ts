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
  /** What was claimed, as data. */
  claim?: { subject: string; [kind: string]: unknown }
}

/** The known facts about a user, for notes. */
export interface KnownUser {
  email?: string | undefined
  teamId?: string | undefined
  /** Such as `a user without a password`. */
  traits: string[]
  password?: string | undefined
}

export interface CheckRecord {
  started: Date
  /** The users of fixtures, by access token and by e-mail. */
  users: Map<string, KnownUser>
  /** Their passwords, tokens and codes, each with a description. */
  secrets: Map<string, string>
  /** Descriptions of the fixtures. */
  given: string[]
  /** The lines about objects, by kind and id, as in `incidents/1`: ids of different kinds may be equal. */
  objects: Map<string, string>
  /** The teams of these objects, as far as they are known. */
  objectTeams: Map<string, string>
  /** The days for which a monitor has rows when it is made, by its id. */
  rows: Map<string, { days: readonly string[]; since: Date }>
  /** The ids of the monitors that are linked to a service, by its id. */
  links: Map<string, { monitors: readonly string[]; since: Date }>
  /** A user of the check came from the hook instead of a sign-up. */
  usedPooledUser: boolean
  /** The records that were made for it, by name. */
  made: { [name: string]: unknown }
  steps: Exchange[]
  findings: Finding[]
  /** The number of assertions by basis. */
  asserted: Partial<{ [B in Basis]: number }>
  /** The expectations that held, with the indexes of the exchanges that showed it. */
  met: Map<string, Set<number | undefined>>
  /** The conditions of refusal that were seen. */
  conditions: Set<string>
}

export function createCheckRecord(): CheckRecord {
  return {
    started: new Date(),
    users: new Map(),
    secrets: new Map(),
    given: [],
    objects: new Map(),
    objectTeams: new Map(),
    rows: new Map(),
    links: new Map(),
    usedPooledUser: false,
    made: {},
    steps: [],
    findings: [],
    asserted: {},
    met: new Map(),
    conditions: new Set(),
  }
}

export function recordAssertion(record: CheckRecord, holds: boolean, finding: Finding): boolean {
  const { basis } = finding
  record.asserted[basis] = (record.asserted[basis] ?? 0) + 1
  if (holds) record.met.set(finding.expected, (record.met.get(finding.expected) ?? new Set()).add(finding.step))
  if (!holds && !record.findings.some((other) => isDeepStrictEqual(other, finding))) record.findings.push(finding)
  return holds
}

/** @param objects those that the line is about; the first line about an object counts. */
export function recordFixture(record: CheckRecord, line: string, objects: readonly string[], teamId?: string): void {
  record.given.push(line)
  if (teamId !== undefined) for (const object of objects) record.objectTeams.set(object, teamId)
  for (const object of objects) if (!record.objects.has(object)) record.objects.set(object, line)
}

/** Ends a check early, because further assertions would repeat a finding. */
export class Stop extends Error {}
