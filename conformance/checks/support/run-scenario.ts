/** Runs steps: sends their calls one after the other, and has the model judge each response. */

import type { Call, Caller, DeletionRequestPage } from '../../client/callers.ts'
import { type Exchange, isAccepted, RateLimitedError } from '../../client/exchange.ts'
import { confirmExchange, foresee } from '../../document/judge.ts'
import { judgeBeside, judgeResponses } from '../../document/judging.ts'
import { addKnown } from '../../document/known.ts'
import type { Wanted } from '../../document/listed-record.ts'
import { longestSetup } from '../../document/login.ts'
import type { Prediction } from '../../document/operation.ts'
import type { ListingReader } from '../../document/read-listing.ts'
import { createModel, type Model } from '../../document/state.ts'
import type { CheckRecord } from '../../verdict/record.ts'
import { awaitListing } from './await-listing.ts'
import { lists } from './calls.ts'
import { sendInTime } from './log-in-again.ts'
import { type Account, type CallStep, type Expectation, read, type Scene, type Thing } from './steps.ts'
import type { CheckTools } from './suite.ts'

/** @param records by name; the caller among them sends what names no other. */
export function createScene(context: CheckTools, records: { [name: string]: unknown }): Scene {
  const { judging, together, onKeptConnection, withoutRetry, visitor } = context
  const { record, services, checksWords } = judging
  const patience = { patience: judging.patience }
  const model = createModel()
  for (const [name, thing] of Object.entries(records)) addKnown(model, name, thing)
  const find = (one: unknown) => {
    if (typeof one !== 'string') return one
    if (!(one in records)) throw new Error(`the scenario has no record ${one}`)
    return records[one]
  }

  /** The account becomes the sender in the model, too; it has the newest token of its user. */
  function chooseSender(account: Account | undefined): Caller {
    const given = (find(account) ?? records.caller) as Caller
    const own = 'transport' in given ? given : { ...visitor, ...(given as object) }
    model.sender = model.accounts[own.accessToken ?? own.email ?? '']
    const { accessToken } = model.sender ?? own
    if (accessToken === undefined || accessToken === own.accessToken) return own
    return { ...own, ...own.withToken(accessToken) }
  }

  /** Judges responses of calls that were sent at the same time, and looks whether what was deleted is gone. */
  async function judge(exchanges: Exchange[], calls: Pick<CallStep, 'by'>[]): Promise<void> {
    await judgeResponses(model, exchanges, record, services)
    for (const [index, exchange] of exchanges.entries()) {
      const caller = chooseSender(calls[index]?.by)
      await judgeBeside(record, services, (scratch) =>
        confirmExchange(model, exchange, { transport: services.transport, caller, patience, scratch }),
      )
    }
  }

  const readPage: ListingReader['readPage'] = async (query) => {
    const exchange = await lists(query).send(chooseSender(undefined), '')
    await judge([exchange], [{}])
    return isAccepted(exchange) ? (exchange.body as DeletionRequestPage) : undefined
  }
  /** An empty one, if the call is about no object. */
  const idsOf = (of?: Thing) => [find(of) ?? { id: '' }].flat().map((one) => (one as { id: string }).id)
  async function sendOne(call: CallStep, id: string): Promise<Exchange> {
    const { by, isKept, control, expected } = call
    const send = (account: Account | undefined) => call.send(chooseSender(account), id)
    const sendOnce = () => (isKept ? onKeptConnection(() => send(by)) : send(by))
    const foreseen = (exchange: Exchange) => foresee(model, exchange, services.transport)
    const exchange = await (control
      ? attemptOnce(withoutRetry, send, by, control)
      : sendInTime(sendOnce, (exchange) => mayBeEarly(expected, exchange, foreseen(exchange), record)))
    if (checksWords) checkExpectation(expected, foreseen(exchange), exchange)
    await judge([exchange], [call])
    return exchange
  }
  async function sendAtOnce(calls: readonly CallStep[]): Promise<void> {
    const queue = [...calls]
    const sent = await together(() => {
      const { by, of, send } = queue.shift() as CallStep
      return send(chooseSender(by), idsOf(of)[0] ?? '')
    }, calls.length)
    await judge(await Promise.all(sent), [...calls])
  }
  const scene: Scene = {
    ...context,
    model,
    caller: records.caller as Caller,
    listing: { readPage, patience: judging.patience },
    async run(...plan) {
      let last: Exchange | undefined
      for (const step of read(plan).steps) {
        if (step.kind === 'action') await step.run(scene)
        else if (step.kind === 'race') await sendAtOnce(step.calls)
        else for (const id of idsOf(step.of)) last = await sendOne(step, id)
      }
      return last
    },
    awaitListed: (accounts) =>
      awaitListing(
        scene,
        accounts.flatMap((account) => wantedOf(model, find(account))),
      ),
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

/** A sign-up or log-in with these credentials was accepted so long ago that each process of the target knows the account. */
const isSettled = ({ request, started }: Exchange, { steps }: CheckRecord) =>
  steps.some((one) => isAccepted(one) && one.request.body === request.body && +started - +one.started > longestSetup)

/** Whether a log-in may have come too early: it is right, and nothing else speaks for its refusal. */
function mayBeEarly(
  expected: Expectation,
  exchange: Exchange,
  { reasons, doubts }: Prediction = { reasons: [], doubts: [] },
  record: CheckRecord,
): boolean {
  const [doubt] = doubts
  const isOnlyEarly = doubts.length === 1 && doubt?.condition === 'authentication failure' && doubt.basis === 'open'
  return (
    exchange.request.operationId === 'login' &&
    !isSettled(exchange, record) &&
    reasons.length === 0 &&
    (expected === 'accepted' || (expected === 'either' && isOnlyEarly))
  )
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
 * In the kit's own test, against an implementation that chooses as openapi.yaml does: where a scenario and the model differ,
 * one of them is wrong.
 */
function checkExpectation(expected: Expectation, foreseen: Prediction | undefined, { request }: Exchange): void {
  if (!foreseen || expected === 'either') return
  const condition = foreseen.reasons[0]?.condition
  const isSame = expected === 'accepted' ? !condition : condition && (expected.refusedFor ?? condition) === condition
  if (isSame) return
  const [said, known] = [JSON.stringify(expected), condition ?? 'accepted']
  throw new Error(`the scenario says ${said}, the model ${known}: ${request.method} ${request.path}`)
}
