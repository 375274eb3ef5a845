/**
 * How an operation of the document is written down, so that somebody can hold it against its section line by line.
 *
 * 1. `find` names the subject: the incident, the monitor, the account, or the listing that the request is about.
 * 2. `refusals` are in the order of openapi.yaml. A call to which none applies is accepted. Where several apply, any may be
 *    the reason; the first is the profile's.
 * 3. `open` is when a call may be refused without a documented reason; its basis is that of expecting acceptance.
 * 4. `shows` is what an accepted response shows, for each path the claim of the strongest basis first, as a rule.
 * 5. `after` changes the model, and `confirm` looks whether the target did.
 *
 * Rows that several operations have are in rows.ts; judge.ts compares rows with a response and knows no operation;
 * operations.ts lists them. No row says which fields a response has, which the schemas of the document do, nor a bound, a
 * status or a code: openapi.yaml does, its `x-limits` also for bounds of the document.
 */
import type { OperationId } from '@monitoring-service/contract'
import type { RequirementId } from '@monitoring-service/contract/requirements'
import type { Caller } from '../client/callers.ts'
import type { Claim } from '../verdict/claims.ts'
import type { Condition } from '../verdict/conditions.ts'
import type { Expect } from '../verdict/expect.ts'
import type { CheckRecord } from '../verdict/record.ts'
import type { Basis, Level } from '../verdict/verdict.ts'
import type { Account, Model } from './state.ts'

/** A request, and what is known of its caller and of what it is about. */
export interface Situation<T = unknown> {
  model: Model
  /** `older` is that of an earlier log-in; `unknown` one of which the model knows nothing. */
  credential: 'none' | 'invalid' | 'unknown' | 'older' | 'newest' | 'admin key'
  caller?: Account | undefined
  /** Of the path, decoded; empty if the operation has none. */
  id: string
  /** The thing that the request is about; undefined if there is none. */
  subject?: T | undefined
  /** The parsed body, or its text if it is malformed; undefined if there is none. */
  input: unknown
  /** The body is no JSON; `input` is its text. */
  isMalformed: boolean
  query?: URLSearchParams | undefined
  /** A percent sign of the query escapes nothing. */
  hasBrokenQuery: boolean
  headers: Record<string, string>
  /** Other requests are on their way that concern the same subject. */
  isContested: boolean
  /** When it was sent, by this machine's clock. */
  started: number
  /** The same by the target's clock. */
  now: number
}

/** A request about a subject that is there, whose call was accepted. */
export type Accepted<T> = Situation<T> & {
  subject: T
  /** Reasons for which it should have been refused; none, as a rule. */
  reasons: readonly Reason[]
}

/** A value, or what a request makes of it. */
type ByRequest<S, R> = R | ((request: S) => R)
/** Requirements, such as 4.5g: a section of the document, and a letter of contract/documented/requirements.ts. */
export type Cites = readonly RequirementId[]
export type RefusalBasis = 'documented' | 'sound' | 'implied' | 'profile'
/** Of `open`, nothing is expected. */
export type AcceptanceBasis = RefusalBasis | 'open'

/** When a call is refused, and for which condition. */
export interface Refusal<T = unknown> {
  when: (request: Situation<T>) => boolean
  condition: Condition
  /** Of a row of the profile: the requirements that openapi.yaml adds to. */
  cites: ByRequest<Situation<T>, Cites>
  /** `documented` if it is absent. */
  basis?: ByRequest<Situation<T>, RefusalBasis>
}

/** When a call may be refused, though the document does not say so. */
export interface Doubt<T = unknown> {
  when: (request: Situation<T>) => boolean
  /** The reason that a refusal may have; any if it is absent. */
  condition?: Condition
  /** The basis on which the call is expected to be accepted all the same. */
  basis: ByRequest<Situation<T>, AcceptanceBasis>
  /** Notes in the model what a response shows of that; a refusal shows it if there was no other reason. */
  learn?: (request: Situation<T>, response: { isAccepted: boolean; status: number }) => void
}

/** The claim about a response at a path; nothing is claimed where the value is not known. */
export interface Shown<T = unknown> {
  /** `the headers`, and of an item of a list `the record`, stand for all of it. */
  path: string
  claim: (request: Accepted<T>, body: Json) => Claim | undefined | false | ''
  /** The object that the value is of, for findings. */
  of?: (request: Accepted<T>) => string | undefined
  cites: ByRequest<Accepted<T>, Cites>
  /** `documented` if it is absent. */
  basis?: Basis | ((request: Accepted<T>, value: unknown) => Basis)
}

// biome-ignore lint/suspicious/noExplicitAny: a body that was validated before.
export type Json = any

/** The path of a list, and claims about each item that the model knows. */
export interface Items {
  path: string
  find(model: Model, item: Json): Json | undefined
  shows: Shown<Json>[]
}

export interface Operation<T = Json> {
  id: OperationId
  /** The requirements that an acceptance verifies. */
  cites: ByRequest<Situation<T>, Cites>
  find(request: Omit<Situation<T>, 'subject'>): T | undefined
  /** The refusal of a subject that is not there. One that is there is not refused like it. */
  missing?: Condition
  /** A subject that is refused for this is untouched, as a repetition shows. */
  untouched?: Condition
  refusals: Refusal<T>[]
  open: Doubt<T>[]
  shows: Shown<T>[]
  items?: Items
  after(request: Accepted<T>, body: Json): void
  /** The model after a call that was refused: tries are counted. */
  afterRefusal?(request: Situation<T>): void
  /** Whether a call that was accepted took effect, as further calls of the same caller show. */
  confirm?(request: Situation<T> & { subject: T }, caller: Caller, patience: Patience, scratch: Scratch): Promise<void>
}

/** How long the effect of a call may take, in milliseconds; shorter once one took so long. */
export interface Patience {
  patience: number
}

/** The check record of a judgement, and how the requirements of its findings are named. */
export interface Scratch {
  level?: Level
  record: CheckRecord
  expect: Expect
  cite(...requirementIds: RequirementId[]): void
}

export interface Reason {
  condition: Condition
  cites: Cites
  basis: RefusalBasis
}

/** The document's judgement of a request before its response is known. */
export interface Prediction {
  /** Empty if the call is accepted. */
  reasons: Reason[]
  doubts: (Pick<Doubt, 'condition' | 'learn'> & { basis: AcceptanceBasis })[]
}

export function predict({ refusals, open }: Operation, situation: Situation): Prediction {
  const applies = ({ when }: Refusal | Doubt) => when(situation)
  return {
    reasons: refusals.filter(applies).map(({ condition, cites, basis = 'documented' }) => ({
      condition,
      cites: valueFor(cites, situation),
      basis: valueFor(basis, situation),
    })),
    doubts: open.filter(applies).map((doubt) => ({ ...doubt, basis: valueFor(doubt.basis, situation) })),
  }
}

export function valueFor<S, R extends string | Cites>(value: ByRequest<S, R>, request: S): R {
  return typeof value === 'function' ? value(request) : value
}
