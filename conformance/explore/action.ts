/** The steps of a sequence. They are JSON with names in place of ids, so that a sequence can be kept and sent again. */

import type { OperationId } from '@monitoring-service/contract'
import type { RequestDetails } from '../client/callers.ts'
import type { Transport } from '../client/credentials.ts'
import type { Scratch } from '../document/operation.ts'
import type { Model } from '../document/state.ts'
import type { Given } from '../verdict/record.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

export const areas = ['incidents', 'statistics', 'accounts', 'listing'] as const
export type Area = (typeof areas)[number]

export interface Action {
  /** The operation that is called, or the record that is made, such as `an incident`. */
  operation: string
  /** The account that calls, or `anonymous`. */
  by: string
  /** The object or account that it is about. */
  of?: string
  /** The object or account that it creates. */
  name?: string
  /** The name of a value, or a date. */
  value?: string
  /** Further names of values, by property; of the session, and of what is spoiled. */
  more?: Record<string, string>
  /** Names of other objects or accounts that it refers to. */
  uses?: string[]
}

/** Actions that are sent at the same time; one, as a rule. */
export type Step = Action[]

export interface JudgeTools extends Pick<Scratch, 'expect' | 'cite' | 'record'> {
  /** Other requests are on their way that concern the same object. */
  isContested: boolean
  transport: Transport
}

export interface Proposer {
  model: Model
  random: Random
  /** A name that nothing in the sequence has. */
  newName(kind: string): string
  /** Callers that no fixture provides. */
  missing: ReadonlySet<string>
}

/** How an operation is explored: what it may be about, and how it is sent. What must hold of its response is in document/. */
export interface ExploredOperation {
  id: OperationId
  area: Area
  /** Undefined if there is nothing to send it about. */
  propose(proposer: Proposer): Action | undefined
  /** The properties of an action whose pairs the exploration tries to cover. */
  features(model: Model, action: Action): string[]
  details(model: Model, action: Action): RequestDetails
  /** Plain calls about the things that there are, by a caller of their team, as far as they show what others do not. */
  readBacks(model: Model, random: Random): Action[]
  /** Milliseconds before each repetition of a refused request, if the document leaves open how soon it is accepted. */
  waitsFor?(model: Model, action: Action): number[]
}

/** A record that a sequence makes: an object of a team, an account that joins one, or a caller that is not the usual one. */
export interface ExploredRecord {
  area: Area
  propose(proposer: Proposer): Action | undefined
  make(world: World, action: Action): Promise<Given>
}
