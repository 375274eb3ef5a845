/** Runs one check, once, with a record of its own. */

import { assert, createRecord, type Record, Stop } from '../assess/record.ts'
import type { Judging } from '../assess/response.ts'
import type { Ending } from '../assess/verdict.ts'
import type { Call, Sender, Transport } from '../client/callers.ts'
import { Disagreement, type Exchange, NoAnswer, type Outgoing, TurnedAway, type Wire } from '../client/http.ts'
import { createExpect } from '../dsl/expect.ts'
import type { Check, Stage } from '../dsl/suite.ts'
import type { Supply } from '../fixtures/pool.ts'
import { Inapplicable, ProvisionError, Unverified } from '../fixtures/provider.ts'
import { Away, type Presence } from './liveness.ts'

export interface RunSettings {
  /** How many checks run at once. */
  jobs: number
  /** How often a race is run. */
  rounds: number
  /** How long to wait for what comes late, in milliseconds. */
  patience: number
  transport: Transport
  /** The target keeps nothing, as a mock. */
  isStateless: boolean
}

export interface Ran {
  check: Check
  record: Record
  ending: Ending
  milliseconds: number
}

export interface Run extends Judging {
  settings: RunSettings
  wire: Wire
  presence: Presence
  supply: Supply
  /** Nothing else runs. */
  isAlone?: true
}

/** How many take part in a race. */
const raceWidth = 4

/** @throws NoAnswer if a connection was closed, unless this is the last time. Away */
export async function play(run: Run, check: Check, isLast: boolean): Promise<Ran> {
  const { wire, supply, settings } = run
  const record = createRecord()
  const begin = performance.now()
  const recording = (send: (request: Outgoing) => Promise<Exchange>) => async (request: Outgoing) => {
    const exchange = await send(request)
    record.steps.push(exchange)
    return exchange
  }
  let isImpatient = false
  const sender: Sender = {
    transport: settings.transport,
    send: recording((request) => (isImpatient ? wire.sendOnce(request) : wire.send(request))),
  }
  const stage: Stage = {
    scene: { sender, supply, record },
    expect: createExpect(run, record, check.level, settings.isStateless),
    rounds: settings.rounds,
    isStateless: settings.isStateless,
    async together<T>(call: () => Call<T>, width = raceWidth) {
      await wire.warm(width)
      const calls = Array.from({ length: width }, call)
      await Promise.all(calls)
      return calls
    },
    async eventually(look) {
      const deadline = performance.now() + settings.patience
      for (;;) {
        const found = await look()
        if (found !== undefined || performance.now() > deadline) return found
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    impatiently(call) {
      isImpatient = true
      const called = call()
      isImpatient = false
      return called
    },
  }
  const ending = await end(run, check, record, () => check.run(stage), isLast)
  return { check, record, ending, milliseconds: Math.round(performance.now() - begin) }
}

async function end(
  run: Run,
  check: Check,
  record: Record,
  work: () => Promise<void>,
  isLast: boolean,
): Promise<Ending> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Stop) return { kind: 'ran' }
    if (error instanceof TurnedAway) return turnedAway(run, check, record, error)
    if (error instanceof Unverified) return { kind: 'unverified', reason: error.message }
    if (error instanceof Inapplicable) return { kind: 'inapplicable', reason: error.message }
    if (error instanceof NoAnswer && error.wasClosed && !isLast) throw error
    if (error instanceof NoAnswer) return unanswered(run, check, record, error, isLast)
    if (error instanceof ProvisionError && !(await run.presence.isThere())) throw new Away()
    if (error instanceof ProvisionError || error instanceof Disagreement)
      return { kind: 'error', reason: error.message }
    return {
      kind: 'error',
      reason: `the kit failed: ${error instanceof Error ? error.message : error}`,
    }
  }
  return { kind: 'ran' }
}

/**
 * A target that answers others, but not this request, is at fault; one that answers nobody is away.
 * @throws NoAnswer if the target is there, unless this is the last time. Away
 */
async function unanswered(
  { presence }: Run,
  check: Check,
  record: Record,
  error: NoAnswer,
  isLast: boolean,
): Promise<Ending> {
  if (!(await presence.isThere())) throw new Away()
  if (!isLast) throw error
  const { request, message } = error
  const expected = `${request.method} ${request.path.split('?')[0]} is answered`
  assert(record, false, { provenance: check.level, expected, seen: message })
  return { kind: 'ran' }
}

/** What is expected of a call that the target says to be not available for, while it serves others. */
export const service = 'is served, as others are'

/** Who is turned away alone, however often they ask, while others are served, is not served at all. */
async function turnedAway(run: Run, check: Check, record: Record, error: TurnedAway): Promise<Ending> {
  const { request, message, isDown } = error
  if (!isDown || !run.isAlone || !(await run.presence.serves())) {
    return { kind: 'unverified', reason: message, isDown }
  }
  const expected = `${request.method} ${request.path.split('?')[0]} ${service}`
  assert(record, false, { provenance: check.level, expected, seen: message })
  return { kind: 'ran' }
}
