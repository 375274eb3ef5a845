/** Runs a sequence against the target, and has each response judged by the model. */
import { judgeExchange } from '../document/judge.ts'
import { confirmationOf, isViolation, judgeInOrder } from '../document/judging.ts'
import { InapplicableError, RecordError, UnverifiedError } from '../records/errors.ts'
import { assertSound } from '../verdict/sound.ts'
import { dropPlanned } from './accounts.ts'
import type { Action, Step } from './action.ts'
import { judgeListing } from './listing-look.ts'
import { exploredRecords, neededFor, rolesOf } from './records.ts'
import { type Running, startSequence } from './running.ts'
import { type Sent, sendAll } from './sending.ts'
import { type Explorer, isPossible, isUnanswered, type SequenceRun, type Source } from './sequence.ts'

export async function runSequence(explorer: Explorer, next: Source): Promise<SequenceRun> {
  const running = startSequence(explorer)
  const { run, world } = running
  try {
    for (let step = next(world.model); step; step = next(world.model)) {
      run.sequence.push(step)
      const current = step
      const first = run.record.steps.length
      await running.gate.pass(step[0]?.operation === 'list', () => perform(running, current))
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

async function perform(running: Running, step: Step): Promise<void> {
  const calls = await makeRecords(running, step)
  if (calls[0]?.operation === 'list') return readListing(running, calls[0])
  const sent = await sendAll(running, calls)
  await judgeSent(running, sent)
  for (const one of sent) await confirm(running, one)
}

/** @returns the calls that are left. */
async function makeRecords(running: Running, step: Step): Promise<Action[]> {
  const { model } = running.world
  const calls: Action[] = []
  for (const action of step) {
    if (!isPossible(model, action) || !(await areEntered(running, rolesOf(model, action)))) continue
    const record = exploredRecords[action.operation]
    if (!record) calls.push(action)
    else
      await isMade(running, neededFor(model, action), async () => {
        running.run.record.given.push(await record.make(running.world, action))
      })
  }
  return calls
}

async function areEntered(running: Running, names: string[]): Promise<boolean> {
  for (const name of names) if (!(await isMade(running, name, () => running.world.enter(name)))) return false
  return true
}

/** Whether a record was made; what is not made is not asked for again. */
async function isMade({ missing }: Running, what: string, make: () => Promise<void>): Promise<boolean> {
  if (missing.has(what)) return false
  try {
    await make()
    return true
  } catch (error) {
    const isMissing = [UnverifiedError, InapplicableError, RecordError].some((kind) => error instanceof kind)
    if (!isMissing) throw error
    missing.add(what)
    return false
  }
}

async function readListing(running: Running, action: Action): Promise<void> {
  const { run, world, listingWaits, judge, keep } = running
  const judged = await judge(run.record.steps, (scratch) =>
    judgeListing(world.adminKeyHolder(), world.model, action.value ?? 'default', listingWaits, {
      ...scratch,
      isContested: false,
      transport: running.services.settings.transport,
    }),
  )
  if (judged.record.findings.some(isViolation)) listingWaits.splice(2)
  keep(action, judged)
}

async function judgeSent({ world, services, judge, keep }: Running, sent: Sent[]): Promise<void> {
  const { transport } = services.settings
  const all = await judgeInOrder(world.model, sent, (model, { exchange }, isContested) =>
    judge([exchange], (scratch) => judgeExchange(model, exchange, isContested, transport, scratch)),
  )
  for (const { item, judged } of all) keep(item.action, judged)
  dropPlanned(world.model)
}

/** Whether what was accepted took effect. */
async function confirm(running: Running, { action, exchange }: Sent): Promise<void> {
  const { run, world, services, deletion, judge, keep } = running
  const confirm = confirmationOf(world.model, exchange, services.settings)
  if (!confirm || run.findings.some(isViolation)) return
  keep(action, await judge(run.record.steps, (scratch) => confirm(world.callerOf(action.by), deletion, scratch)))
}

/** Judges what holds of any response. */
async function judgeSoundness({ run, services, judge, keep }: Running, [action]: Step, first: number): Promise<void> {
  if (!action) return
  const { steps } = run.record
  const judged = await judge(steps, async ({ record }) => {
    for (const exchange of steps.slice(first)) assertSound(record, exchange, services.settings.transport)
  })
  keep(action, judged)
}
