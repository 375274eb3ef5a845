/** The words of a scenario: what it says of the responses to its calls. What must hold of these is in document/. */

import type { Call, Caller } from '../../client/callers.ts'
import type { Exchange } from '../../client/exchange.ts'
import type { Listing, ReadPage } from '../../document/read-listing.ts'
import type { Model } from '../../document/state.ts'
import type { Condition } from '../../verdict/conditions.ts'
import type { RecordName } from './named-records.ts'
import type { CheckTools } from './suite.ts'

/** The scenario's expectation; the model decides, and the kit's own test checks that both agree. */
export type Word = { kind: 'accepted' } | { kind: 'refused'; condition?: Condition | undefined } | { kind: 'either' }
/** One that signed up in the scenario is given by its credentials. */
export type Account = RecordName | Caller | { email: string; password: string }
/** The name of a list of records stands for each of them. */
export type Thing = RecordName | { id: string }

/** Runs steps: one state of the model judges all their responses. */
export interface Scene extends Pick<CheckTools, 'visitor' | 'eventually' | 'expect' | 'recordContext'> {
  state: Model
  /** Sends what names no other. */
  caller: Caller
  /** Returns the exchange of the last call. */
  run(...plan: Steps[]): Promise<Exchange | undefined>
  readPage: ReadPage
  /** The listing once it is as expected; undefined, with a finding, if that takes too long. */
  awaitListed(accounts: readonly Account[]): Promise<Listing | undefined>
}

/** A call, or what happens between two of them. */
export interface Step {
  word: Word
  of?: Thing
  by?: Account | undefined
  send(caller: Caller, id: string): Call<unknown>
  /** Sent at the same time. */
  rivals?: Step[]
  /** Sent on the connection of the one before it that is marked so. */
  isKept?: boolean
  /** Another account, which shows whether a limit is one on all requests. */
  apart?: Account
  /** In place of a call. */
  does?: (scene: Scene) => Promise<unknown>
  /** Those that it is about, if it is no call. */
  accounts?: readonly Account[]
}
export type Steps = Step | readonly Steps[]

export const step = (of: Thing | undefined, send: Step['send']): Step => ({
  word: { kind: 'accepted' },
  send,
  ...(of && { of }),
})
export const noCall = (more: Partial<Step>): Step => ({ ...step(undefined, () => Promise.reject()), ...more })

const flat = (steps: readonly Steps[]): Step[] =>
  steps.flatMap((one) => (Array.isArray(one) ? flat(one) : [one as Step]))
const worded = (word: Word, steps: readonly Steps[]): Step[] => flat(steps).map((one) => ({ ...one, word }))

export const refused = (condition: Condition | undefined, ...steps: Steps[]) =>
  worded({ kind: 'refused', condition }, steps)
/** The document leaves open which, or an earlier step decides. */
export const either = (...steps: Steps[]) => worded({ kind: 'either' }, steps)
export const by = (caller: Account, ...steps: Steps[]) => flat(steps).map((one) => ({ by: caller, ...one }))
export const times = (count: number, ...steps: Steps[]) => Array.from({ length: count }, () => flat(steps)).flat()
export const each = <const T>(things: readonly T[], steps: (thing: T, index: number) => Steps) =>
  flat(things.map(steps))
export const onOneConnection = (...steps: Steps[]) => flat(steps).map((one) => ({ ...one, isKept: true }))
/** Steps that a target may limit, for one account as openapi.yaml does, or for all requests. */
export const tries = (apart: Account, ...steps: Steps[]) => flat(steps).map((one) => ({ ...one, apart }))
/** The responses fit some order. */
export const atOnce = (...steps: Steps[]) => noCall({ rivals: flat(steps) })
/** All steps of a plan, and the names of the records that they are about. */
export function read(plan: Steps): { steps: Step[]; names: RecordName[] } {
  const namesIn = ({ of, by, apart, accounts = [], rivals = [] }: Step): RecordName[] =>
    [of, by, apart, ...accounts].filter((one) => typeof one === 'string').concat(rivals.flatMap(namesIn))
  const steps = flat([plan])
  return { steps, names: steps.flatMap(namesIn) }
}
