/** Runs one check, once, with a record of its own. */

import { type CheckRecord, createCheckRecord, recordAssertion, Stop } from '../assess/record.ts'
import type { Judging } from '../assess/response.ts'
import type { Completion } from '../assess/verdict.ts'
import type { Call, Sender, Transport } from '../client/callers.ts'
import {
  Disagreement,
  type Exchange,
  type HttpClient,
  NoResponseError,
  type OutgoingRequest,
  RateLimitedError,
} from '../client/http.ts'
import { createExpect } from '../dsl/expect.ts'
import type { Check, CheckContext } from '../dsl/suite.ts'
import type { FixturePool } from '../fixtures/pool.ts'
import { FixtureError, InapplicableError, UnverifiedError } from '../fixtures/provider.ts'
import { type Liveness, TargetDownError } from './liveness.ts'

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

export interface CheckRun {
  check: Check
  record: CheckRecord
  completion: Completion
  milliseconds: number
}

export interface RunServices extends Judging {
  settings: RunSettings
  client: HttpClient
  liveness: Liveness
  pool: FixturePool
  /** Nothing else runs. */
  isAlone?: true
}

/** How many take part in a race. */
const raceWidth = 4

/** @throws NoAnswer if a connection was closed, unless this is the last time. Away */
export async function runCheckOnce(run: RunServices, check: Check, isLast: boolean): Promise<CheckRun> {
  const { client, pool, settings } = run
  const record = createCheckRecord()
  const begin = performance.now()
  const recording = (send: (request: OutgoingRequest) => Promise<Exchange>) => async (request: OutgoingRequest) => {
    const exchange = await send(request)
    record.steps.push(exchange)
    return exchange
  }
  let isImpatient = false
  const sender: Sender = {
    transport: settings.transport,
    send: recording((request) => (isImpatient ? client.sendOnce(request) : client.send(request))),
  }
  const context: CheckContext = {
    fixtureContext: { sender, pool, record },
    expect: createExpect(run, record, check.level, settings.isStateless),
    rounds: settings.rounds,
    isStateless: settings.isStateless,
    async together<T>(call: () => Call<T>, width = raceWidth) {
      await client.openConnections(width)
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
    withoutRetry(call) {
      isImpatient = true
      const called = call()
      isImpatient = false
      return called
    },
  }
  const completion = await end(run, check, record, () => check.run(context), isLast)
  return { check, record, completion, milliseconds: Math.round(performance.now() - begin) }
}

async function end(
  run: RunServices,
  check: Check,
  record: CheckRecord,
  work: () => Promise<void>,
  isLast: boolean,
): Promise<Completion> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Stop) return { kind: 'ran' }
    if (error instanceof RateLimitedError) return turnedAway(run, check, record, error)
    if (error instanceof UnverifiedError) return { kind: 'unverified', reason: error.message }
    if (error instanceof InapplicableError) return { kind: 'inapplicable', reason: error.message }
    if (error instanceof NoResponseError && error.connectionClosed && !isLast) throw error
    if (error instanceof NoResponseError) return unanswered(run, check, record, error, isLast)
    if (error instanceof FixtureError && !(await run.liveness.isUp())) throw new TargetDownError()
    if (error instanceof FixtureError || error instanceof Disagreement) return { kind: 'error', reason: error.message }
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
  { liveness }: RunServices,
  check: Check,
  record: CheckRecord,
  error: NoResponseError,
  isLast: boolean,
): Promise<Completion> {
  if (!(await liveness.isUp())) throw new TargetDownError()
  if (!isLast) throw error
  const { request, message } = error
  const expected = `${request.method} ${request.path.split('?')[0]} is answered`
  recordAssertion(record, false, { provenance: check.level, expected, seen: message })
  return { kind: 'ran' }
}

/** What is expected of a call that the target says to be not available for, while it serves others. */
export const service = 'is served, as others are'

/** Who is turned away alone, however often they ask, while others are served, is not served at all. */
async function turnedAway(
  run: RunServices,
  check: Check,
  record: CheckRecord,
  error: RateLimitedError,
): Promise<Completion> {
  const { request, message, isDown } = error
  if (!isDown || !run.isAlone || !(await run.liveness.isServing())) {
    return { kind: 'unverified', reason: message, isDown }
  }
  const expected = `${request.method} ${request.path.split('?')[0]} ${service}`
  recordAssertion(record, false, { provenance: check.level, expected, seen: message })
  return { kind: 'ran' }
}
