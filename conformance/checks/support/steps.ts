/** The steps of a scenario, and what it expects of the responses. What must hold of these is in document/. */

import type { Call, Caller } from '../../client/callers.ts'
import type { Exchange } from '../../client/exchange.ts'
import type { Listing, ListingReader } from '../../document/read-listing.ts'
import type { Model } from '../../document/state.ts'
import type { Condition } from '../../verdict/conditions.ts'
import type { RecordName } from './named-records.ts'
import type { CheckTools } from './suite.ts'

/** The model decides, and the kit's own test checks that both agree. */
export type Expectation = 'accepted' | { refusedFor: Condition | undefined } | 'either'
/** One that signed up in the scenario is given by its credentials. */
export type Account = RecordName | Caller | { email: string; password: string }
/** The name of a list of records stands for each of them. */
export type Thing = RecordName | { id: string }

/** Runs steps: one model judges all their responses. */
export interface Scene extends CheckTools {
  model: Model
  /** Sends what names no other. */
  caller: Caller
  /** Returns the exchange of the last call. */
  run(...plan: Steps[]): Promise<Exchange | undefined>
  listing: ListingReader
  /** The listing once it is as expected; undefined, with a finding, if that takes too long. */
  awaitListed(accounts: readonly Account[]): Promise<Listing | undefined>
}

export interface CallStep {
  kind: 'call'
  expected: Expectation
  /** Absent if the call is about no object. */
  of?: Thing | undefined
  by?: Account
  send(caller: Caller, id: string): Call<unknown>
  /** Sent on the connection of the call before it that is marked so. */
  isKept?: true
  /** If the call is rate-limited, one by this account shows whether all requests are. */
  control?: Account
}
/** Calls that are sent at the same time: their responses fit some order. */
interface Race {
  kind: 'race'
  calls: CallStep[]
}
/** What happens between two calls. */
interface Action {
  kind: 'action'
  /** Those that it is about. */
  accounts: readonly Account[]
  run(scene: Scene): Promise<unknown>
}
type Step = CallStep | Race | Action
export type Steps = Step | readonly Steps[]

export const call = (of: Thing | undefined, send: CallStep['send']): CallStep => ({
  kind: 'call',
  expected: 'accepted',
  of,
  send,
})
export const action = (run: Action['run'], accounts: readonly Account[] = []): Action => ({
  kind: 'action',
  accounts,
  run,
})

const flat = (steps: readonly Steps[]): Step[] =>
  steps.flatMap((one) => (Array.isArray(one) ? flat(one) : [one as Step]))
const changeCalls = (steps: readonly Steps[], change: (one: CallStep) => CallStep): Step[] =>
  flat(steps).map((one) => (one.kind === 'call' ? change(one) : one))

export const refused = (condition: Condition | undefined, ...steps: Steps[]) =>
  changeCalls(steps, (one) => ({ ...one, expected: { refusedFor: condition } }))
/** The document leaves open which, or an earlier step decides. */
export const either = (...steps: Steps[]) => changeCalls(steps, (one) => ({ ...one, expected: 'either' }))
export const by = (caller: Account, ...steps: Steps[]) => changeCalls(steps, (one) => ({ by: caller, ...one }))
export const onOneConnection = (...steps: Steps[]) => changeCalls(steps, (one) => ({ ...one, isKept: true }))
/** Calls that a target may limit, for one account as openapi.yaml does, or for all requests. */
export const tries = (control: Account, ...steps: Steps[]) => changeCalls(steps, (one) => ({ ...one, control }))
export const times = (count: number, ...steps: Steps[]) => Array.from({ length: count }, () => flat(steps)).flat()
export const each = <const T>(things: readonly T[], steps: (thing: T, index: number) => Steps) =>
  flat(things.map(steps))
export const atOnce = (...steps: Steps[]): Race => ({
  kind: 'race',
  calls: flat(steps).filter((one) => one.kind === 'call'),
})

/** All steps of a plan, and the names of the records that they are about. */
export function read(plan: Steps): { steps: Step[]; names: RecordName[] } {
  const steps = flat([plan])
  const calls = steps.flatMap((one) => (one.kind === 'race' ? one.calls : one))
  const concerned = calls.flatMap((one): readonly (Thing | Account | undefined)[] =>
    one.kind === 'action' ? one.accounts : [one.of, one.by, one.control],
  )
  return { steps, names: concerned.filter((one) => typeof one === 'string') }
}
