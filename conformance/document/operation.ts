/**
 * How an operation of the document is written down, so that somebody can hold it against its section line by line.
 *
 * 1. `find` names the subject: the incident, the monitor, the account, or the listing that the request is about.
 * 2. `refusals` are rows in the order of openapi.yaml: when, for which condition, what it cites, on which basis. A call for
 *    which none applies is accepted. Where several apply, any may be the reason; the first is the profile's.
 * 3. `open` are rows for what the document leaves open of an accepted call: it may be refused for this, and on which basis
 *    it is still expected to be accepted. Such a row may learn from the response.
 * 4. `shows` are rows of what an accepted response shows, by path, strongest first. A claim about an unknown value is none.
 * 5. `after` changes the state, and `confirm` looks whether the target did.
 *
 * A cite such as 4.5g is a requirement: a section of the document, and a letter of contract/documented/requirements.ts.
 * A row is a plain predicate of the request. Rows that several operations have are in rows.ts; judge.ts compares them with
 * a response and knows no operation; operations.ts lists them. No row says which fields a response has, which the schemas of
 * the document do, nor a bound, a status or a code, which openapi.yaml does.
 */
import type { OperationId } from '@monitoring-service/contract'
import type { Caller } from '../client/callers.ts'
import type { Claim } from '../verdict/claims.ts'
import type { Condition } from '../verdict/conditions.ts'
import type { Expect } from '../verdict/expect.ts'
import type { CheckRecord } from '../verdict/record.ts'
import type { Basis, Level } from '../verdict/verdict.ts'
import type { Account, Model } from './state.ts'

/** A request, and what is known of its caller and of what it is about. */
export interface Situation<T = unknown> {
  state: Model
  /** `older` is that of an earlier log-in; `unknown` one of which the state knows nothing. */
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
  /** Undefined if there is no query string. */
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

type When<T> = (request: Situation<T>) => boolean
/** A value, or what a request makes of it. */
type ByRequest<S, R> = R | ((request: S) => R)
export type RefusalBasis = 'documented' | 'sound' | 'implied' | 'profile'
export type AcceptanceBasis = RefusalBasis | 'open'

export type Refusal<T = unknown> = [
  when: When<T>,
  condition: Condition,
  cites: ByRequest<Situation<T>, string>,
  basis?: ByRequest<Situation<T>, RefusalBasis>,
]

/**
 * @param basis who expects that the call is accepted all the same.
 * @param learn what a response shows of that; of a refusal only if there was no other reason for it.
 */
export type Doubt<T = unknown> = [
  when: When<T>,
  condition: Condition | undefined,
  basis: ByRequest<Situation<T>, AcceptanceBasis>,
  learn?: (request: Situation<T>, isAccepted: boolean, status: number) => void,
]

/** The claim about a response at a path; nothing is claimed where the value is not known. */
export type Shown<T = unknown> = [
  path: string,
  claim: (request: Accepted<T>, body: Json) => Claim | undefined | false | '',
  cites: ByRequest<Accepted<T>, string>,
  basis?: Basis | ((request: Accepted<T>, value: unknown) => Basis),
]

// biome-ignore lint/suspicious/noExplicitAny: a body that was validated before.
export type Json = any

/** The path of a list, and rows about an item of it; `the record` is the path of the item itself. */
export interface Items {
  path: string
  find(state: Model, item: Json): Json | undefined
  shows: Shown<Json>[]
}

export interface Operation<T = Json> {
  id: OperationId
  /** The requirements that an acceptance verifies. */
  cites: ByRequest<Situation<T>, string>
  find(request: Omit<Situation<T>, 'subject'>): T | undefined
  /** The refusal of a subject that is not there. One that is there is not refused like it. */
  missing?: Condition
  /** A subject that is refused for this is untouched, as a repetition shows. */
  untouched?: Condition
  refusals: Refusal<T>[]
  open: Doubt<T>[]
  shows: Shown<T>[]
  /** The claims about items of a list, as far as the state knows these. */
  items?: Items
  after(request: Accepted<T>, body: Json): void
  /** The state after a call that was refused: tries are counted. */
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
  cite(...requirementIds: string[]): void
}

export interface Reason {
  condition: Condition
  cites: string[]
  basis: RefusalBasis
}

/** The document's judgement of a request before its response is known. */
export interface Prediction {
  /** Empty if the call is accepted. */
  reasons: Reason[]
  doubts: { condition: Condition | undefined; basis: AcceptanceBasis; learn?: Doubt[3] }[]
}

export function predict({ refusals, open }: Operation, situation: Situation): Prediction {
  return {
    reasons: refusals
      .filter(([when]) => when(situation))
      .map(([, condition, cites, basis = 'documented']) => ({
        condition,
        cites: idsOf(valueFor(cites, situation)),
        basis: valueFor(basis, situation),
      })),
    doubts: open
      .filter(([when]) => when(situation))
      .map(([, condition, basis, learn]) => ({ condition, basis: valueFor(basis, situation), learn })),
  }
}

export function valueFor<S, R extends string>(value: ByRequest<S, R>, request: S): R {
  return typeof value === 'function' ? value(request) : value
}

export const idsOf = (cites: string) => cites.split(' ').filter(Boolean)
