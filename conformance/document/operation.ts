/** How an operation of the document is written down: when it is refused, what an accepted response shows, what it changes. */
import type { OperationId } from '@monitoring-service/contract'
import type { Claim } from '../verdict/claims.ts'
import type { Condition } from '../verdict/conditions.ts'
import type { Basis } from '../verdict/verdict.ts'
import type { Account, Incident, Model } from './state.ts'

/** A request, and what is known of its caller and of what it is about. */
export interface Situation {
  state: Model
  credential: 'none' | 'invalid' | 'unknown' | 'older' | 'newest'
  caller?: Account | undefined
  id: string
  /** The object with this id, in any case of its letters; undefined if there is none. */
  incident?: Incident | undefined
  /** The parsed body; undefined if there is none. */
  input: unknown
  hasQuery: boolean
  headers: Record<string, string>
  /** Other requests are on their way that concern the same object. */
  isContested: boolean
  /** When it was sent. */
  started: number
}

/** A request about an object that is there. */
export type Subject = Situation & { incident: Incident }

type When = (situation: Situation) => boolean
type RefusalBasis = 'documented' | 'sound' | 'implied' | 'profile'
type Of<T> = T | ((situation: Situation) => T)

/** A reason to refuse. At the profile the first row that applies is the reason: openapi.yaml states the order. */
export type Refusal = [when: When, condition: Condition, cites: string, basis?: Of<RefusalBasis>]

/**
 * Where the document leaves open whether a call is accepted: it may be refused for this condition. The basis says whether
 * another source expects that it is accepted.
 */
export type Doubt = [when: When, condition: Condition | undefined, basis: AcceptanceBasis]
export type AcceptanceBasis = 'documented' | 'sound' | 'implied' | 'profile' | 'open'

/** What a response shows at a path; nothing is claimed where the value is not known. */
export type Shown = [
  path: string,
  claim: (one: Subject, body: Json) => Claim | undefined | false | '',
  cites: string,
  basis?: Basis | ((one: Subject, value: unknown) => Basis),
]

// biome-ignore lint/suspicious/noExplicitAny: a body that was validated before.
export type Json = any

export interface Operation {
  id: OperationId
  /** The requirements that an acceptance verifies. */
  cites: string
  refusals: Refusal[]
  open: Doubt[]
  shows: Shown[]
  /** The state after a call that was accepted. */
  after(one: Subject, body: Json): void
}

export interface Reason {
  condition: Condition
  cites: string[]
  basis: RefusalBasis
}

/** What the document says of a request before its response is known. */
export interface Prediction {
  /** Empty if the call is accepted. */
  refusals: Reason[]
  doubts: Doubt[]
}

export function predict({ refusals, open }: Operation, situation: Situation): Prediction {
  return {
    refusals: refusals
      .filter(([when]) => when(situation))
      .map(([, condition, cites, basis = 'documented']) => ({
        condition,
        cites: cites.split(' ').filter(Boolean),
        basis: typeof basis === 'function' ? basis(situation) : basis,
      })),
    doubts: open.filter(([when]) => when(situation)),
  }
}
