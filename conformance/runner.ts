/** Runs checks, several at once, each with a record of its own. */
import type { Call, Sender, Transport } from './callers.ts'
import { createExpect } from './expect.ts'
import { acceptance, type Judging } from './judging.ts'
import { Away, type Presence } from './presence.ts'
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
  presence: Presence
  supply: Supply
  /** Nothing else runs. */
  isAlone?: true
}

/**
 * @param tell hears of each check that has ended.
 * @param interruption what has not ended by then is unverified.
 * @returns what became of each check, and the one since which the target answers nobody, if it went away.
 */
export async function runChecks(
  run: Run,
  checks: readonly Check[],
  tell: (ran: Ran) => void,
  interruption?: AbortSignal,
): Promise<{ all: Ran[]; awaySince?: string }> {
  const waiting = checks.map((check, index) => ({ check, index }))
  const done: Ran[] = []
  let awaySince: string | undefined
  const judgeNext = async (run: Run, { check, index }: { check: Check; index: number }) => {
    try {
      const ran = await judgeFairly(run, check)
      if (!interruption?.aborted) done[index] = ran
    } catch (error) {
      if (!(error instanceof Away)) throw error
      awaySince ??= check.id
    }
  }
  const isOver = () => interruption?.aborted || awaySince !== undefined
  const work = async () => {
    for (let next = waiting.shift(); next && !isOver(); next = waiting.shift()) {
      await judgeNext(run, next)
      const ran = done[next.index]
      if (ran && !isDown(ran)) tell(ran)
    }
  }
  const workAlone = async () => {
    let down = 0
    for (const [index, check] of checks.entries()) {
      const ran = done[index]
      if (!ran || !isDown(ran)) continue
      // A few that stay so tell it for all.
      if (!isOver() && down < mostDown) await judgeNext({ ...run, isAlone: true }, { check, index })
      if (done[index]?.record.findings.some(({ expected }) => expected.endsWith(service))) down += 1
      tell(done[index] ?? ran)
    }
  }
  const interrupted = new Promise((resolve) => interruption?.addEventListener('abort', resolve))
  const working = Promise.all(Array.from({ length: run.settings.jobs }, work)).then(workAlone)
  await Promise.race([interrupted, working])
  const ending: Ending = awaySince
    ? { kind: 'error', reason: `the target went away: no answer since ${awaySince}` }
    : { kind: 'unverified', reason: 'the run was interrupted' }
  const all = checks.map((check, index) => done[index] ?? { check, record: createRecord(), ending, milliseconds: 0 })
  return { all, ...(awaySince !== undefined && { awaySince }) }
}

/** So many calls that are never served are waited for. */
const mostDown = 3

/** What is expected of a call that the target says to be not available for, while it serves others. */
const service = 'is served, as others are'

/** What was turned away in the crowd is tried again alone. */
function isDown({ ending }: Ran): boolean {
  return ending.kind === 'unverified' && ending.isDown === true
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

/** How often a check begins again whose connections were closed: on a busy machine that happens several times on end. */
const mostAnew = 5

/**
 * A target may close a connection that was kept alive in the very moment it is used again, and what was on its way may have
 * been done. To send it again could be refused for that; so the check begins again, with everything given anew.
 */
async function runAnew(run: Run, check: Check, left = mostAnew): Promise<Ran> {
  try {
    return await runCheck(run, check, left === 0)
  } catch (error) {
    // What took too long on a busy machine is not likely to do so again; one more time tells.
    if (error instanceof NoAnswer) return runAnew(run, check, error.wasClosed ? left - 1 : 0)
    throw error
  }
}

/** How many take part in a race. */
const raceWidth = 4

/** @throws NoAnswer if a connection was closed, unless this is the last time. Away */
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
