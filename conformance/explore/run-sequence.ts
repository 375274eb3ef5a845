/** Runs a sequence against the target, and has each response judged by the model. */
import { confirmExchange, judgeExchange } from '../document/judge.ts'
import { isViolation, judgeInOrder } from '../document/judging.ts'
import { InapplicableError, RecordError, UnverifiedError } from '../records/errors.ts'
import { assertSound } from '../verdict/sound.ts'
import type { Action, Step } from './action.ts'
import { judgeListing } from './listing.ts'
import { find, isRecord, named } from './operations.ts'
import { makeRecord, neededFor } from './records.ts'
import { adminOf, callerOf, type Sent, sendAll } from './sending.ts'
import { type Explorer, isUnanswered, type Running, type SequenceRun, type Source, startSequence } from './sequence.ts'

export async function runSequence(explorer: Explorer, next: Source): Promise<SequenceRun> {
  const running = startSequence(explorer)
  const { run, model, listing, interruption } = running
  try {
    for (let step = next(model); step && !interruption?.aborted; step = next(model)) {
      run.sequence.push(step)
      const first = run.record.steps.length
      while (listing.reading) await listing.reading
      const performing = perform(running, step)
      const end = () => {
        listing.reading = undefined
      }
      if (isReading(step)) listing.reading = performing.then(end, end)
      await performing
      await judgeSoundness(running, step, first)
      if (!run.findings.some(isViolation)) continue
      run.end = 'violation'
      break
    }
  } catch (error) {
    run.end = isUnanswered(error) ? 'unanswered' : 'failed'
    if (run.end === 'failed') run.failure = error
  }
  return run
}

const isReading = ([action]: Step) => action?.operation === 'listDeletionRequests' && !action.spoiled

async function perform(running: Running, step: Step): Promise<void> {
  // What an earlier action did not create, or one that is left out, is not there.
  const isThere = (name: string | undefined) =>
    name === undefined || name === 'anonymous' || find(running.model, name) !== undefined
  const possible = step.filter(({ by, of }) => isThere(by) && isThere(of))
  const [action] = possible
  if (!action) return
  if (isRecord(action.operation)) return tryToMake(running, action)
  if (isReading(step)) return readListing(running, action)
  const sent = await sendAll(running, possible)
  await judgeSent(running, sent)
  for (const one of sent) await confirm(running, one)
}

/** What cannot be made is not asked for again. */
async function tryToMake(running: Running, action: Action): Promise<void> {
  const { missing, model } = running
  const needed = neededFor(model, action)
  if (missing.has(needed)) return
  await makeRecord(running, action).catch((error) => {
    const isMissing = [UnverifiedError, InapplicableError, RecordError].some((kind) => error instanceof kind)
    if (!isMissing) throw error
    missing.add(needed)
    // It may be there all the same, as a further member of the team.
    const owner = named(model.accounts, action.by)
    if (owner && action.operation === 'account') owner.mayOwn = true
  })
}

async function readListing(running: Running, action: Action): Promise<void> {
  const { run, model, sender, listingWaits, judge, keep } = running
  const limit = action.values?.limit ?? 'none'
  const judged = await judge(run.record.steps, (scratch) =>
    judgeListing(adminOf(running), model, limit, listingWaits, sender.transport, scratch),
  )
  if (judged.record.findings.some(isViolation)) listingWaits.splice(2)
  keep(action, judged)
}

async function judgeSent({ model, sender, judge, keep }: Running, sent: Sent[]): Promise<void> {
  const all = await judgeInOrder(model, sent, (state, { exchange }, isContested) =>
    judge([exchange], (scratch) => judgeExchange(state, exchange, isContested, sender.transport, scratch)),
  )
  for (const one of all) keep(one.item.action, one)
  // The state names a new account by its address.
  const created = Object.values(model.accounts).findLast(({ name, email }) => name === email)
  const name = sent.find(({ action }) => action.name)?.action.name
  if (created && name) Object.assign(created, { name, team: name })
}

/** Whether what was accepted took effect. */
async function confirm(running: Running, { action, exchange }: Sent): Promise<void> {
  const { run, model, sender, deletion, judge, keep } = running
  if (run.findings.some(isViolation)) return
  const caller = callerOf(running, { by: action.by })
  const judged = await judge(run.record.steps, (scratch) =>
    confirmExchange(model, exchange, sender.transport, caller, deletion, scratch),
  )
  keep(action, judged)
}

/** Judges what holds of any response. */
async function judgeSoundness({ run, sender, judge, keep }: Running, [action]: Step, first: number): Promise<void> {
  if (!action) return
  const { steps } = run.record
  const judged = await judge(steps, async ({ record }) => {
    for (const exchange of steps.slice(first)) assertSound(record, exchange, sender.transport)
  })
  keep(action, judged)
}
