/** Runs steps: sends their calls one after the other, and has the model judge each response. */

import type { Call, Caller, DeletionRequestPage } from '../../client/callers.ts'
import { type Exchange, isAccepted, RateLimitedError } from '../../client/exchange.ts'
import { confirmExchange, foresee } from '../../document/judge.ts'
import { judgeBeside, judgeResponses } from '../../document/judging.ts'
import { addKnown } from '../../document/known.ts'
import type { Wanted } from '../../document/listed-record.ts'
import type { Prediction } from '../../document/operation.ts'
import type { ReadPage } from '../../document/read-listing.ts'
import { createModel, type Model } from '../../document/state.ts'
import { awaitListing } from './await-listing.ts'
import { lists } from './calls.ts'
import { sendInTime } from './log-in-again.ts'
import { type Account, read, type Scene, type Step, type Thing, type Word } from './steps.ts'
import type { CheckTools } from './suite.ts'

/** @param records by name; the caller among them sends what names no other. */
export function createScene(context: CheckTools, records: { [name: string]: unknown }): Scene {
  const { judging, together, onKeptConnection, withoutRetry, eventually, visitor, expect, recordContext } = context
  const { record, services, checksWords } = judging
  const deletionPatience = { patience: judging.patience }
  const state = createModel()
  for (const [name, thing] of Object.entries(records)) addKnown(state, name, thing)
  const find = (one: unknown) => {
    if (typeof one !== 'string') return one
    if (!(one in records)) throw new Error(`the scenario has no record ${one}`)
    return records[one]
  }

  /** With the newest token of its user. */
  function senderOf(account: Account | undefined): Caller {
    const given = (find(account) ?? records.caller) as Caller
    const own = 'transport' in given ? given : { ...visitor, ...(given as object) }
    state.sender = state.accounts[own.accessToken ?? own.email ?? '']
    const { accessToken } = state.sender ?? own
    if (accessToken === undefined || accessToken === own.accessToken) return own
    return { ...own, ...own.withToken(accessToken) }
  }

  /** Judges responses of calls that were sent at the same time, and looks whether what was deleted is gone. */
  async function judge(exchanges: Exchange[], all: Pick<Step, 'by'>[]): Promise<void> {
    await judgeResponses(state, exchanges, record, services)
    for (const [index, exchange] of exchanges.entries()) {
      const sender = senderOf(all[index]?.by)
      await judgeBeside(record, services, (scratch) =>
        confirmExchange(state, exchange, services.transport, sender, deletionPatience, scratch),
      )
    }
  }

  const sendList = async (query?: { page?: number; limit?: number }) => {
    const exchange = await lists(query).send(senderOf(undefined), '')
    await judge([exchange], [{}])
    return isAccepted(exchange) ? (exchange.body as DeletionRequestPage) : undefined
  }
  const readPage: ReadPage = Object.assign(sendList, { patience: judging.patience })
  /** An empty one, if the call is about no object. */
  const idsOf = (of?: Thing) => [find(of) ?? { id: '' }].flat().map((one) => (one as { id: string }).id)
  async function sendOne(one: Step, id: string): Promise<Exchange> {
    const send = (account: Account | undefined) => one.send(senderOf(account), id)
    const sendOnce = () => (one.isKept ? onKeptConnection(() => send(one.by)) : send(one.by))
    const foreseen = (exchange: Exchange) => foresee(state, exchange, services.transport)
    const exchange = await (one.apart
      ? attemptOnce(withoutRetry, send, one.by, one.apart)
      : sendInTime(sendOnce, (exchange) => mayBeEarly(one.word, exchange, foreseen(exchange))))
    if (checksWords) checkWord(one.word, foreseen(exchange), exchange)
    await judge([exchange], [one])
    return exchange
  }
  async function sendAtOnce(rivals: readonly Step[]): Promise<void> {
    const queue = [...rivals]
    const calls = await together(() => {
      const one = queue.shift() as Step
      return one.send(senderOf(one.by), idsOf(one.of)[0] ?? '')
    }, rivals.length)
    await judge(await Promise.all(calls), [...rivals])
  }
  const scene: Scene = {
    state,
    visitor,
    caller: records.caller as Caller,
    eventually,
    expect,
    readPage,
    recordContext,
    async run(...plan) {
      let last: Exchange | undefined
      for (const one of read(plan).steps) {
        if (one.does) await one.does(scene)
        else if (one.rivals) await sendAtOnce(one.rivals)
        else for (const id of idsOf(one.of)) last = await sendOne(one, id)
      }
      return last
    },
    awaitListed: (accounts) =>
      awaitListing(readPage, context, ...accounts.flatMap((account) => wantedOf(state, find(account)))),
  }
  return scene
}

/** The account, if the listing has to contain it, or must not do so any more; a log-in may have cancelled its deletion. */
function wantedOf({ accounts }: Model, account: unknown): Wanted[] {
  const { accessToken = '', email = '', teamId } = account as Caller
  const known = accounts[accessToken] ?? accounts[email]
  const isListed = known?.deletion && !known.mayBeCancelled
  return isListed || known?.isDeleted ? [{ teamId, ...known, ...known.deletion }] : []
}

/** Whether a log-in may have come too early: it is right, and nothing else speaks for its refusal. */
function mayBeEarly(
  { kind }: Word,
  { request: { operationId } }: Exchange,
  { reasons, doubts }: Prediction = { reasons: [], doubts: [] },
): boolean {
  const [doubt] = doubts
  const isOnlyEarly = doubts.length === 1 && doubt?.condition === 'authentication failure' && doubt.basis === 'open'
  return operationId === 'login' && reasons.length === 0 && (kind === 'accepted' || (kind === 'either' && isOnlyEarly))
}

/**
 * Makes an attempt for one account. If it is rate-limited, makes one for another account at once: if that is limited, too,
 * the target limits all requests, which says nothing about attempts.
 * @throws RateLimitedError if all requests are limited.
 */
async function attemptOnce<T>(
  withoutRetry: CheckTools['withoutRetry'],
  attempt: (who: T) => Call<unknown>,
  own: T,
  other: T,
): Promise<Exchange> {
  try {
    return await attempt(own)
  } catch (error) {
    if (!(error instanceof RateLimitedError)) throw error
    const { status } = (await withoutRetry(() => attempt(other))).response
    if (status === 429 || status === 503) throw error
    const again = await withoutRetry(() => attempt(own))
    // An overloaded target says nothing about attempts.
    if (again.response.status === 503) throw error
    return again
  }
}

/**
 * In the kit's own test, against an implementation that chooses as openapi.yaml does: where the words of a scenario and the
 * model differ, one of them is wrong.
 */
function checkWord(word: Word, foreseen: Prediction | undefined, { request }: Exchange): void {
  if (!foreseen || word.kind === 'either') return
  const [first] = foreseen.reasons
  const isSame = word.kind === 'accepted' ? !first : first && (!word.condition || word.condition === first.condition)
  if (isSame) return
  const [said, known] = [JSON.stringify(word), first?.condition ?? 'accepted']
  throw new Error(`the scenario says ${said}, the model ${known}: ${request.method} ${request.path}`)
}
