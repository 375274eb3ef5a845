/** Runs a sequence against the target, and has each response judged by the model. */
import { confirmExchange } from '../document/judge.ts'
import { isViolation, judgeBeside, judgeResponses } from '../document/judging.ts'
import { InapplicableError, RecordError, UnverifiedError } from '../records/errors.ts'
import { Stop } from '../verdict/record.ts'
import type { Action, Step } from './action.ts'
import { judgeListing } from './listing.ts'
import { makeRecord, neededFor } from './record-actions.ts'
import { find, isRecord, named } from './requests.ts'
import { adminOf, callerOf, type Sent, sendAll } from './sending.ts'
import { type Explorer, isUnanswered, type Running, type SequenceRun, type Source, startSequence } from './sequence.ts'

export async function runSequence(explorer: Explorer, next: Source): Promise<SequenceRun> {
  const running = startSequence(explorer)
  const { run, model, listing, interruption } = running
  try {
    for (let step = next(model); step && !interruption?.aborted; step = next(model)) {
      run.sequence.push(step)
      while (listing.reading) await listing.reading
      const performing = perform(running, step)
      const end = () => {
        listing.reading = undefined
      }
      if (isReading(step)) listing.reading = performing.then(end, end)
      await performing
      // Further calls would find an unknown state.
      if (run.record.findings.some(isViolation)) throw new Stop()
    }
  } catch (error) {
    run.end = error instanceof Stop ? 'violation' : isUnanswered(error) ? 'unanswered' : 'failed'
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
  await judgeSent(running, await sendAll(running, possible))
}

/** A record that cannot be made is not asked for again. */
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
    if (owner && action.operation === 'account') owner.otherMembers ??= 'perhaps'
  })
}

async function readListing(running: Running, { values }: Action): Promise<void> {
  const { run, model, listingWaits, judging } = running
  const reading = { caller: adminOf(running), limit: values?.limit ?? 'none', waits: listingWaits }
  await judgeBeside(run.record, judging, (scratch) =>
    judgeListing(model, reading, { transport: judging.transport, scratch }),
  )
  if (run.record.findings.some(isViolation)) listingWaits.splice(2)
}

/** Judges the responses, and whether what was accepted took effect. */
async function judgeSent(running: Running, sent: Sent[]): Promise<void> {
  const { run, model, deletionPatience, judging } = running
  const exchanges = sent.map(({ exchange }) => exchange)
  await judgeResponses(model, exchanges, run.record, judging)
  // The state names a new account by its address.
  const created = Object.values(model.accounts).findLast(({ name, email }) => name === email)
  const name = sent.find(({ action }) => action.name)?.action.name
  if (created && name) {
    created.name = name
    created.team = name
  }
  for (const { action, exchange } of sent) {
    if (run.record.findings.some(isViolation)) return
    const caller = callerOf(running, { by: action.by })
    await judgeBeside(run.record, judging, (scratch) =>
      confirmExchange(model, exchange, { transport: judging.transport, caller, patience: deletionPatience, scratch }),
    )
  }
}
