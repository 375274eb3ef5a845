/** The calls of scenarios, and what happens between two of them. */
import { setTimeout as pause } from 'node:timers/promises'
import type { OperationId } from '@monitoring-service/contract'
import type { Call, Caller, RequestDetails } from '../../client/callers.ts'
import { randomUlid } from '../../client/test-ids.ts'
import type { RecordName } from './named-records.ts'
import { type Account, action, type CallStep, call, type Thing } from './steps.ts'

/** Calls that are accepted, unless a word around them says otherwise. */
export const resolve = (incident: Thing, body?: unknown) => call(incident, (caller, id) => caller.resolve(id, body))
export const remove = (incident: Thing) => call(incident, (caller, id) => caller.deleteIncident(id))
export const sends = (operation: OperationId, of: Thing | undefined, details: RequestDetails) =>
  call(of, (caller, id) => caller.send(operation, { id, ...details }))
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
export const leaves = (account: Account, proof: Body = rightProof): CallStep => ({
  ...call(undefined, (caller) => caller.deleteAccount(bodyOf(proof, caller))),
  by: account,
})

/** With the credentials of an account, some of which may be others; or with a body of its own. */
const sendsCredentials =
  (send: (caller: Caller, body: unknown) => Call<unknown>) =>
  (account: RecordName | object, others: Body = {}): CallStep =>
    typeof account === 'string' || 'transport' in account
      ? { ...call(undefined, (caller) => send(caller, credentialsOf(caller, others))), by: account as Account }
      : call(undefined, (caller) => send(caller, account))
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
  call(undefined, (caller) => caller.listDeletionRequests(query))
/** Reads the listing, until it contains those of the accounts that are scheduled for deletion, and none that is deleted. */
export const listed = (...accounts: Account[]) => action((scene) => scene.awaitListed(accounts), accounts)

/** More wrong passwords than implementations accept, as a rule. */
export const manyTries = 11
export const wait = (milliseconds: number) => action(() => pause(milliseconds))
