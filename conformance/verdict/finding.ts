/** A finding: a claim that a response violates, as data. `report/words.ts` makes the words, where it is shown. */
import type { OperationId } from '@monitoring-service/contract'
import type { Exchange } from '../client/exchange.ts'
import type { Claim } from './claims.ts'
import type { Note } from './notes/note.ts'
import type { Basis } from './verdict.ts'

export type { Claim } from './claims.ts'

export interface Finding {
  /** The operation whose response showed it; undefined for a path of no operation. */
  operation?: OperationId | undefined
  /**
   * What the claim is about: a path in the body (`incident.cause`), `status`, `body`, `header Retry-After`, `call`, or the
   * name of a value that a check derived (`the number of calls that succeeded`).
   */
  subject: string
  /** The object that it is of, such as an address; no part of the rule. */
  of?: string | undefined
  claim: Claim
  /** The value that was seen; absent if there was none. */
  value?: unknown
  /** The source of the value, or the circumstances of a call, in the words of the check. */
  observation?: string | undefined
  response?: ResponseSummary | undefined
  /** The index of the exchange that showed it. */
  step?: number | undefined
  basis: Basis
  /** Exploring saw it in one sequence, and not again. */
  isSeenOnce?: true
  /** The requirements that it violates, if they are not those of the check. */
  cites?: string[] | undefined
  /** The requirement that it shows; those of the check follow from it. */
  about?: string | undefined
  /** Other calls of the run that narrow down the cause. */
  notes?: Note[]
}

/** The response of a step; of an error, its code and message. */
export interface ResponseSummary {
  status: number
  code?: string
  message?: string
}

/** The violation of a schema at a path of a value; the path may be empty. */
export interface Violation {
  at: string
  /** The keyword of the schema, or `json`, `ulid`, `utc`, `absent`. */
  rule: string
  /** The validator's own words, for the keywords of JSON Schema. */
  message?: string
  /** The values that the schema allows. */
  allowed?: unknown[]
  /** The value there, if it is wrong itself. */
  seen?: unknown
  /** The property that is too much, or that is missing. */
  extra?: string
  missing?: string
}

/**
 * The rule that a finding violates, whatever the values and objects: operation, subject, claim and basis. Findings of the
 * same rule may have one cause.
 */
export function ruleOf({ operation, subject, claim, basis }: Omit<Finding, 'value'>): string {
  const rule = `${basis} ${operation ?? 'none'} ${subject} ${claim.kind}`
  if (claim.kind === 'refused') return `${rule}: ${claim.condition ?? 'any'}`
  return claim.kind === 'rule' ? `${rule}: ${claim.rule}` : rule
}

/** Equal for findings that a reader takes for the same one: the rule, and what is claimed and seen, whatever the operation. */
export function contentOf(finding: Finding): string {
  const { operation: _, step: __, cites: ___, notes: ____, response, claim, ...rest } = finding
  const { now: _____, ...content } = claim as { now?: string }
  const seen = isOfResponse(claim) ? response : undefined
  return JSON.stringify({ ...rest, content, seen })
}

/** Whether a claim is about the response as a whole, so that this is what was seen. */
export function isOfResponse(claim: Claim): boolean {
  return ['accepted', 'refused', 'status'].includes(claim.kind)
}

export function summaryOf({ response: { status }, body }: Exchange): ResponseSummary {
  const { code, message } = errorOf({ body })
  return {
    status,
    ...(typeof code === 'string' && { code: cut(code) }),
    ...(typeof message === 'string' && { message: cut(message) }),
  }
}

/** The whole text is in the body of the step. */
const cut = (text: string) => (text.length > 500 ? `${text.slice(0, 500)}…` : text)

/** The fields of the error in a response; none if it is no object. */
export function errorOf({ body }: Pick<Exchange, 'body'>): { [field: string]: unknown } {
  const { error } = (body ?? {}) as { error?: unknown }
  return typeof error === 'object' && error !== null ? (error as { [field: string]: unknown }) : {}
}
