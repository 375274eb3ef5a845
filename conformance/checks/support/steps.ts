/** The words of a scenario: its calls, and what it says of their responses. What must hold of these is in document/. */

import type { OperationId } from '@monitoring-service/contract'
import type { Call, Caller, RequestDetails } from '../../client/callers.ts'
import { randomUlid } from '../../client/test-ids.ts'
import type { Condition } from '../../verdict/conditions.ts'
import type { RecordName } from './named-records.ts'

/** What the scenario says of the response; the model decides, and the kit's own test holds that both agree. */
export type Word = { kind: 'accepted' } | { kind: 'refused'; condition?: Condition | undefined } | { kind: 'either' }
/** One that signed up in the scenario is given by its credentials. */
export type Account = RecordName | Caller | { email: string; password: string }
/** The name of a list of records stands for each of them. */
export type Thing = RecordName | { id: string }

/** What happens between two calls. */
export interface Scene {
  awaitListed(accounts: readonly Account[]): Promise<unknown>
  completeDeletion(account: Deletable): Promise<void>
}
export type Deletable = Caller & { completeDeletion(): Promise<void> }

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

const step = (of: Thing | undefined, send: Step['send']): Step => ({
  word: { kind: 'accepted' },
  send,
  ...(of && { of }),
})
const noCall = (more: Partial<Step>): Step => ({ ...step(undefined, () => Promise.reject()), ...more })

/** Calls that are accepted, unless a word around them says otherwise. */
export const resolve = (incident: Thing, body?: unknown) => step(incident, (caller, id) => caller.resolve(id, body))
export const remove = (incident: Thing) => step(incident, (caller, id) => caller.deleteIncident(id))
export const sends = (operation: OperationId, of: Thing | undefined, details: RequestDetails) =>
  step(of, (caller, id) => caller.send(operation, { id, ...details }))
const resets = (operation: OperationId) => (thing: Thing, before?: string) =>
  sends(operation, thing, { query: before === undefined ? undefined : { before } })
export const resetsService = resets('resetServiceStats')
export const resetsMonitor = resets('resetMonitorStats')
/** Of no object. */
export const missing = { id: randomUlid() }

type Body = object | ((caller: Caller) => unknown)
const bodyOf = (body: Body, caller: Caller) => (typeof body === 'function' ? body(caller) : body)
const credentialsOf = (caller: Caller, others: Body) => {
  const { email, password } = caller
  return { email, password, ...(bodyOf(others, caller) as object) }
}
/** The proof of identity that the account has. */
const rightProof = ({ password, verificationCode }: Caller) =>
  password === undefined ? { verificationCode } : { password }
export const leaves = (account: Account, proof: Body = rightProof): Step => ({
  ...step(undefined, (caller) => caller.deleteAccount(bodyOf(proof, caller))),
  by: account,
})

/** With the credentials of an account, some of which may be others; or with a body of its own. */
const sendsCredentials =
  (send: (caller: Caller, body: unknown) => Call<unknown>) =>
  (account: RecordName | object, others: Body = {}): Step =>
    typeof account === 'string' || 'transport' in account
      ? { ...step(undefined, (caller) => send(caller, credentialsOf(caller, others))), by: account as Account }
      : step(undefined, (caller) => send(caller, account))
/** A wrong password. */
export const almostRight = ({ password }: Caller) => ({ password: `${password}x` })
/** A code that differs from the right one by a digit; each index, 0 to 53, gives another one. */
export function changedCode(code = '000000', index = 0): string {
  const place = index % code.length
  const digit = (Number(code[place]) + 1 + Math.floor(index / code.length)) % 10
  return code.slice(0, place) + digit + code.slice(place + 1)
}
export const wrongCode =
  (index = 0) =>
  (caller: Caller) => ({
    verificationCode: changedCode(caller.verificationCode, index),
  })
/** Credentials like these, with letters more in the address. */
export const extended = ({ email, password }: { email: string; password: string }, letters: string) => ({
  email: email.replace('@', `${letters}@`),
  password,
})
export const logsIn = sendsCredentials((caller, body) => caller.logIn(body))
export const signsUp = sendsCredentials((caller, body) => caller.signUp(body))

export const lists = (query?: RequestDetails['query']) =>
  step(undefined, (caller) => caller.listDeletionRequests(query))
/** Reads the listing, until it contains those of the accounts that are scheduled for deletion, and none that is deleted. */
export const listed = (...accounts: Account[]) => noCall({ does: (scene) => scene.awaitListed(accounts), accounts })

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
/** More wrong passwords than implementations accept, as a rule. */
export const manyTries = 11
/** Steps that a target may limit, for one account as openapi.yaml does, or for all requests. */
export const tries = (apart: Account, ...steps: Steps[]) => flat(steps).map((one) => ({ ...one, apart }))
/** The responses fit some order. */
export const atOnce = (...steps: Steps[]) => noCall({ rivals: flat(steps) })
export const wait = (milliseconds: number) =>
  noCall({ does: () => new Promise((resolve) => setTimeout(resolve, milliseconds)) })
/** The 30 days of the account have passed, by a hook. */
export const isDeleted = (account: Deletable) => noCall({ does: (scene) => scene.completeDeletion(account) })

/** All steps of a plan, and the names of the records that they are about. */
export function read(plan: Steps): { steps: Step[]; names: RecordName[] } {
  const namesIn = ({ of, by, apart, accounts = [], rivals = [] }: Step): RecordName[] =>
    [of, by, apart, ...accounts].filter((one) => typeof one === 'string').concat(rivals.flatMap(namesIn))
  const steps = flat([plan])
  return { steps, names: steps.flatMap(namesIn) }
}
