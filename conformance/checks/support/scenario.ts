/** A check as a scenario: the calls, about records that it names. What must hold of the responses is in document/. */

import type { OperationId } from '@monitoring-service/contract'
import type { Call, Caller, DeletionRequestPage, RequestDetails } from '../../client/callers.ts'
import type { Exchange } from '../../client/http.ts'
import { foresee } from '../../document/judge.ts'
import { confirmationOf, judgeBeside, judgeResponses } from '../../document/judging.ts'
import { addKnown } from '../../document/known.ts'
import type { Prediction } from '../../document/operation.ts'
import type { ReadPage, Wanted } from '../../document/read-listing.ts'
import { createModel, type Model } from '../../document/state.ts'
import type { FixturesOf } from '../../records/create-fixtures.ts'
import type { Recipe } from '../../records/recipe.ts'
import type { Condition } from '../../verdict/conditions.ts'
import { attemptOnce } from './attempts.ts'
import { awaitListing } from './await-listing.ts'
import { awaitNoEntry, logInWaits } from './log-in-again.ts'
import { type Check, type CheckTools, type Suite, suite } from './suite.ts'

/** A record by its name, which is made when the scenario runs; a list of records stands for each of them. */
export interface Ref<T> {
  name: string
  recipe: Recipe<T>
}
type Given = { [name: string]: Recipe<unknown> }
export type Cast<G extends Given> = { [Name in keyof G]: Ref<FixturesOf<G>[Name]> }

export function cast<G extends Given>(given: G): Cast<G> {
  return Object.fromEntries(Object.entries(given).map(([name, recipe]) => [name, { name, recipe }])) as Cast<G>
}

/** What the scenario says of the response; the model decides, and the kit's own test holds that both agree. */
type Word = { kind: 'accepted' } | { kind: 'refused'; condition?: Condition | undefined } | { kind: 'either' }
/** One that signed up in the scenario is given by its credentials. */
type Account = Caller | Ref<unknown> | { email: string; password: string }
type Thing = { id: string } | string | Ref<unknown>
type Sending = (caller: Caller, id: string) => Call<unknown>

export interface Step {
  word: Word
  of?: Thing
  by?: Account | undefined
  send: Sending
  /** Sent at the same time. */
  rivals?: Step[]
  /** Sent on the connection of the one before it that is marked so. */
  isKept?: boolean
  /** Another account, which shows whether a limit is one on all requests. */
  apart?: Account
  /** Waits so many milliseconds, and sends nothing. */
  wait?: number
  /** Reads the listing until it contains these accounts. */
  listed?: readonly Account[]
  /** Has a hook delete the account, and sends nothing else. */
  deletes?: () => Promise<void>
}
export type Steps = Step | readonly Steps[]

const nothing: Sending = () => Promise.reject()
const step = (of: Thing | undefined, send: Sending): Step => ({ word: { kind: 'accepted' }, send, ...(of && { of }) })

/** Calls that are accepted, unless a word around them says otherwise. */
export const resolve = (incident: Thing, body?: unknown) => step(incident, (caller, id) => caller.resolve(id, body))
export const remove = (incident: Thing) => step(incident, (caller, id) => caller.deleteIncident(id))
export const sends = (operation: OperationId, of: Thing | undefined, details: RequestDetails) =>
  step(of, (caller, id) => caller.send(operation, { id, ...details }))
const resets = (operation: OperationId) => (thing: Thing, before?: string) =>
  sends(operation, thing, { query: before === undefined ? undefined : { before } })
export const resetsService = resets('resetServiceStats')
export const resetsMonitor = resets('resetMonitorStats')

const isAccount = (one: object): one is Account => isRef(one) || 'transport' in one
type Body = object | ((caller: Caller) => unknown)
const bodyOf = (body: Body, caller: Caller) => (typeof body === 'function' ? body(caller) : body)
const ownCredentials = ({ email, password }: Caller) => ({ email, password })
/** The proof of identity that the account has. */
const rightProof = ({ password, verificationCode }: Caller) =>
  password === undefined ? { verificationCode } : { password }
export const leaves = (account: Account, proof: Body = rightProof): Step => ({
  ...step(undefined, (caller) => caller.deleteAccount(bodyOf(proof, caller))),
  by: account,
})

/** With the credentials of an account, or others that are made from these; or with a body of its own. */
const sendsCredentials =
  (send: (caller: Caller, body: unknown) => Call<unknown>) =>
  (account?: object, credentials: Body = ownCredentials): Step => {
    if (account && !isAccount(account)) return step(undefined, (caller) => send(caller, account))
    const one = step(undefined, (caller) => send(caller, bodyOf(credentials, caller)))
    return account ? { ...one, by: account } : one
  }
export const logsIn = sendsCredentials((caller, body) => caller.logIn(body))
export const signsUp = sendsCredentials((caller, body) => caller.signUp(body))

export const lists = (query?: RequestDetails['query']) =>
  step(undefined, (caller) => caller.listDeletionRequests(query))
/** Reads the listing, until it contains those of the accounts that are scheduled for deletion, and none that is deleted. */
export const listed = (...accounts: Account[]): Step => ({ ...step(undefined, nothing), listed: accounts })

const flat = (steps: readonly Steps[]): Step[] =>
  steps.flatMap((one) => (Array.isArray(one) ? flat(one) : [one as Step]))
const worded = (word: Word, steps: readonly Steps[]): Step[] => flat(steps).map((one) => ({ ...one, word }))

export const refused = (condition: Condition | undefined, ...steps: Steps[]) =>
  worded({ kind: 'refused', condition }, steps)
/** The document leaves open which, or an earlier step decides. */
export const either = (...steps: Steps[]) => worded({ kind: 'either' }, steps)
export const by = (caller: Account, ...steps: Steps[]) => flat(steps).map((one) => ({ by: caller, ...one }))
export const times = (count: number, ...steps: Steps[]) => Array.from({ length: count }, () => flat(steps)).flat()
export const each = <T>(things: readonly T[], steps: (thing: T, index: number) => Steps) => things.map(steps)
export const onOneConnection = (...steps: Steps[]) => flat(steps).map((one) => ({ ...one, isKept: true }))
/** Steps that a target may limit, for one account as openapi.yaml does, or for all requests. */
export const tries = (apart: Account, ...steps: Steps[]) => flat(steps).map((one) => ({ ...one, apart }))
/** The responses fit some order. */
export const atOnce = (...steps: Steps[]): Step => ({ ...step(undefined, nothing), rivals: flat(steps) })
export const wait = (milliseconds: number): Step => ({ ...step(undefined, nothing), wait: milliseconds })
/** The 30 days of the account have passed, by a hook. */
export const isDeleted = (account: Caller & { completeDeletion(): Promise<void> }): Step => ({
  ...step(undefined, nothing),
  by: account,
  deletes: account.completeDeletion,
})

type Plan<F> = Steps | ((fixtures: F) => Steps)
type Fixtures<S, G> = FixturesOf<G & Omit<S, keyof G>>
interface Scenario<S extends Given> {
  (heading: string, steps: Steps): void
  /** With records whose number or content the calls depend on. */
  <G extends Given>(heading: string, given: G, plan: Plan<Fixtures<S, G>>): void
}
interface Language<S extends Given> {
  it: Parameters<Parameters<typeof suite<S>>[2]>[0]['it']
  scenario: Scenario<S>
  /** Several rounds, each with new records. */
  again: Scenario<S>
}

/** @param shared with a caller, if that is not a visitor. */
export function scenarios<S extends Given & { caller?: Recipe<Caller> }>(
  part: string,
  shared: S,
  write: (language: Language<S>) => void,
  order: Check['order'] = 'any',
): Suite {
  const words: Parameters<typeof suite<S>>[2] = ({ it, again }) => {
    const as =
      (add: typeof it): Scenario<S> =>
      (heading: string, ...rest: [Steps] | [Given, Plan<never>]) => {
        const [given, plan] = rest.length === 2 ? rest : [{}, rest[0]]
        const named = typeof plan === 'function' ? [] : flat([plan as Steps]).flatMap(refsOf)
        const all = { ...Object.fromEntries(named.map(({ name, recipe }) => [name, recipe])), ...given }
        const records = Object.keys({ ...shared, ...all })
        add(heading, all, ((context: CheckTools & { [name: string]: unknown }) => run(context, records, plan)) as never)
      }
    write({ it, scenario: as(it), again: as(again as typeof it) })
  }
  return suite(part, shared, words, order)
}

const isRef = (thing: unknown): thing is Ref<unknown> =>
  typeof thing === 'object' && thing !== null && 'recipe' in thing
const refsOf = ({ of, by, apart, rivals = [], listed = [] }: Step): Ref<unknown>[] =>
  [of, by, apart, ...listed].filter(isRef).concat(rivals.flatMap(refsOf))

async function run(
  context: CheckTools & { [name: string]: unknown },
  records: readonly string[],
  plan: Plan<never>,
): Promise<void> {
  const { judging, together, onKeptConnection, withoutRetry, eventually, visitor } = context
  const caller = (context.caller ?? visitor) as Caller
  const { record, services, patience, holdsWords } = judging
  judging.hasJudged = true
  const made: { [name: string]: unknown } = { caller }
  for (const name of records) made[name] = context[name]
  const find = (thing: unknown) => (isRef(thing) ? made[thing.name] : thing)
  const idsOf = (thing: unknown): string[] =>
    Array.isArray(thing) ? thing.flatMap(idsOf) : [typeof thing === 'string' ? thing : (thing as { id: string }).id]
  const state = createModel()
  for (const [name, thing] of Object.entries(made)) addKnown(state, name, thing)
  const deletion = { patience }
  /** Whether a log-in may have come too early: it is right, and nothing else speaks for its refusal. */
  const mayBeEarly = ({ kind }: Word, exchange: Exchange) => {
    const { reasons = [], doubts = [] } = foresee(state, exchange, services.transport) ?? {}
    const [doubt] = doubts
    const isOnlyEarly = doubts.length === 1 && doubt?.condition === 'authentication failure' && doubt.basis === 'open'
    return reasons.length === 0 && (kind === 'accepted' || (kind === 'either' && isOnlyEarly))
  }

  /** With the newest token of its user. */
  function sender({ by }: Step): Caller {
    const given = (find(by) ?? caller) as Caller
    const own = 'transport' in given ? given : { ...visitor, ...(given as object) }
    const { accessToken } = state.accounts[own.accessToken ?? own.email ?? ''] ?? own
    if (accessToken === undefined || accessToken === own.accessToken) return own
    return { ...own, ...own.withToken(accessToken) }
  }

  /** Judges responses of calls that were sent at the same time, and looks whether what was deleted is gone. */
  async function judge(calls: { one: Step; exchange: Exchange }[]): Promise<void> {
    await judgeResponses(
      state,
      calls.map(({ exchange }) => exchange),
      record,
      services,
    )
    for (const { one, exchange } of calls) {
      const confirm = confirmationOf(state, exchange, services)
      if (confirm) await judgeBeside(record, services, (scratch) => confirm(sender(one), deletion, scratch))
    }
  }

  const readPage: ReadPage = async (query) => {
    const one = lists(query)
    const exchange = await one.send(caller, '')
    await judge([{ one, exchange }])
    return exchange.response.status < 300 ? (exchange.body as DeletionRequestPage) : undefined
  }

  for (const one of flat([typeof plan === 'function' ? plan(made as never) : plan])) {
    if (one.wait !== undefined) await new Promise((resolve) => setTimeout(resolve, one.wait))
    else if (one.listed)
      await awaitListing(readPage, context, ...one.listed.flatMap((account) => wantedOf(state, find(account))))
    else if (one.deletes) {
      await one.deletes()
      const { email, password, accessToken } = one.by as Caller
      Object.assign(state.accounts[accessToken ?? ''] ?? {}, { isDeleted: true })
      await awaitNoEntry(() => visitor.logIn({ email, password }), eventually)
    } else if (one.rivals) {
      const rivals = one.rivals.map((rival) => ({ one: rival, id: rival.of ? (idsOf(find(rival.of))[0] ?? '') : '' }))
      const queue = [...rivals]
      const calls = await together(() => {
        const { one, id } = queue.shift() as (typeof rivals)[number]
        return one.send(sender(one), id)
      }, rivals.length)
      const exchanges = await Promise.all(calls)
      await judge(exchanges.map((exchange, index) => ({ one: rivals[index]?.one as Step, exchange })))
    } else {
      for (const id of one.of ? idsOf(find(one.of)) : ['']) {
        const send = (by: Account | undefined) => one.send(sender({ ...one, by }), id)
        const sendOnce = () => (one.isKept ? onKeptConnection(() => send(one.by)) : send(one.by))
        const exchange = await (one.apart
          ? attemptOnce(withoutRetry, send, one.by, one.apart)
          : sendInTime(sendOnce, (exchange) => mayBeEarly(one.word, exchange)))
        if (holdsWords) holdWord(one.word, foresee(state, exchange, services.transport), exchange)
        await judge([{ one, exchange }])
      }
    }
  }
}

/** The account, if the listing has to contain it, or must not do so any more. */
function wantedOf({ accounts }: Model, account: unknown): Wanted[] {
  const { accessToken = '', email = '', teamId } = account as Caller
  const known = accounts[accessToken] ?? accounts[email]
  return known?.deletion || known?.isDeleted ? [{ teamId, ...known, ...known.deletion }] : []
}

/** A new account may be able to log in only after a moment. */
async function sendInTime(send: () => Call<unknown>, mayBeEarly: (exchange: Exchange) => boolean): Promise<Exchange> {
  let exchange = await send()
  for (const wait of logInWaits) {
    if (exchange.request.operationId !== 'login' || exchange.response.status < 300 || !mayBeEarly(exchange)) break
    await new Promise((resolve) => setTimeout(resolve, wait))
    exchange = await send()
  }
  return exchange
}

/**
 * In the kit's own test, against an implementation that chooses as openapi.yaml does: where the words of a scenario and the
 * model differ, one of them is wrong.
 */
function holdWord(word: Word, foreseen: Prediction | undefined, { request }: Exchange): void {
  if (!foreseen || word.kind === 'either') return
  const [first] = foreseen.reasons
  const isSame = word.kind === 'accepted' ? !first : first && (!word.condition || word.condition === first.condition)
  if (isSame) return
  const [said, known] = [JSON.stringify(word), first?.condition ?? 'accepted']
  throw new Error(`the scenario says ${said}, the model ${known}: ${request.method} ${request.path}`)
}
