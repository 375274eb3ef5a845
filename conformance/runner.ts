/** Runs checks, several at once, each with a record of its own. */
import type { Call, Sender, Transport } from './callers.ts'
import { createExpect } from './expect.ts'
import { acceptance, type Judging } from './judging.ts'
import { assert, createRecord, type Record, Stop } from './record.ts'
import { Inapplicable, ProvisionError, Unverified } from './states/provider.ts'
import type { Supply } from './states/supply.ts'
import type { Check, Stage } from './suite.ts'
import type { Ending } from './verdict.ts'
import { Disagreement, type Exchange, NoAnswer, type Outgoing, TurnedAway, type Wire } from './wire.ts'

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
  supply: Supply
}

/**
 * @param tell hears of each check that has ended.
 * @param interruption what has not ended by then is unverified.
 */
export async function runChecks(
  run: Run,
  checks: readonly Check[],
  tell: (ran: Ran) => void,
  interruption?: AbortSignal,
): Promise<Ran[]> {
  const waiting = checks.map((check, index) => ({ check, index }))
  const all: Ran[] = []
  const work = async () => {
    for (let next = waiting.shift(); next && !interruption?.aborted; next = waiting.shift()) {
      const ran = await judgeFairly(run, next.check)
      if (interruption?.aborted) return
      all[next.index] = ran
      tell(ran)
    }
  }
  const interrupted = new Promise((resolve) => interruption?.addEventListener('abort', resolve))
  await Promise.race([interrupted, Promise.all(Array.from({ length: run.settings.jobs }, work))])
  const ending = { kind: 'unverified', reason: 'the run was interrupted' } as const
  return checks.map((check, index) => all[index] ?? { check, record: createRecord(), ending, milliseconds: 0 })
}

/**
 * A caller whom the hook made may be other than one who signed up, such as not alone in the team, and be refused for that.
 * So the check is run again with accounts that the kit signs up: only what it finds then is held against the target.
 */
async function judgeFairly(run: Run, check: Check): Promise<Ran> {
  const ran = await runRenewed(run, check)
  const finding = ran.record.findings.find(({ expected }) => expected === acceptance)
  if (!ran.record.hasSpare || !finding) return ran
  const again = await runAnew({ ...run, supply: { ...run.supply, spare: async () => undefined } }, check)
  if (again.record.findings.length > 0 || again.ending.kind !== 'ran') return again
  run.supply.forgoSpares()
  const reason = `the hook's freeCaller is refused where an account that signed up is not, which is held against nobody: is the freeCaller alone in the team? seen: ${finding.seen}`
  return { ...ran, record: { ...ran.record, findings: [] }, ending: { kind: 'unverified', reason } }
}

/** How often a check begins again with new access tokens. */
const mostRenewals = 3

const renewed = 'new access tokens, since an old one was not taken any more (401) and the check began again'

/**
 * The access token of a caller whom checks share may have expired meanwhile. If one was not taken in a check that failed,
 * they get new ones, and the check begins again: that counts.
 */
async function runRenewed(run: Run, check: Check, left = mostRenewals): Promise<Ran> {
  const ran = await runAnew(run, check)
  if (ran.record.findings.length === 0 || left === 0) return ran
  const refused = ran.record.steps.filter(({ request, response }) => response.status === 401 && !request.disguise)
  const shown = refused.flatMap(({ request }) => Object.values(request.headers))
  const isMeant = (token: string) => token !== '' && shown.some((value) => value.includes(token))
  const sender = { transport: run.settings.transport, send: run.wire.send }
  if (!(await run.supply.renew(sender, isMeant))) return ran
  const again = await runRenewed(run, check, left - 1)
  if (!again.record.given.includes(renewed)) again.record.given.push(renewed)
  return again
}

/** How often a check begins again whose connections were closed. */
const mostAnew = 2

/**
 * A target may close a connection that was kept alive in the very moment it is used again, and what was on its way may have
 * been done. To send it again could be refused for that; so the check begins again, with everything given anew.
 */
async function runAnew(run: Run, check: Check, left = mostAnew): Promise<Ran> {
  try {
    return await runCheck(run, check, left === 0)
  } catch (error) {
    if (error instanceof NoAnswer) return runAnew(run, check, left - 1)
    throw error
  }
}

/** How many take part in a race. */
const raceWidth = 4

/** @throws NoAnswer if a connection was closed, unless this is the last time. */
async function runCheck(run: Run, check: Check, isLast: boolean): Promise<Ran> {
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
    if (error instanceof Unverified || error instanceof TurnedAway) return { kind: 'unverified', reason: error.message }
    if (error instanceof Inapplicable) return { kind: 'inapplicable', reason: error.message }
    if (error instanceof NoAnswer && error.wasClosed && !isLast) throw error
    if (error instanceof NoAnswer) return unanswered(run, check, record, error)
    if (error instanceof ProvisionError || error instanceof Disagreement)
      return { kind: 'error', reason: error.message }
    return {
      kind: 'error',
      reason: `the kit failed: ${error instanceof Error ? error.message : error}`,
    }
  }
  return { kind: 'ran' }
}

/** A target that answers others, but not this request, is at fault; one that answers nobody is away. */
async function unanswered(
  { wire }: Run,
  check: Check,
  record: Record,
  { request, message }: NoAnswer,
): Promise<Ending> {
  try {
    await wire.warm(1)
  } catch {
    return { kind: 'error', reason: message }
  }
  const expected = `${request.method} ${request.path.split('?')[0]} is answered`
  assert(record, false, { provenance: check.level, expected, seen: message })
  return { kind: 'ran' }
}
