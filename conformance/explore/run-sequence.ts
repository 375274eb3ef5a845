/** Runs a sequence of actions against the target, and compares each response with the model. */

import { type CheckRecord, createCheckRecord, type Finding, recordFixture, Stop } from '../assess/record.ts'
import { assertSound } from '../assess/sound.ts'
import { type Barrier, createBarrier } from '../client/barrier.ts'
import type { Call } from '../client/callers.ts'
import type { Exchange } from '../client/http.ts'
import { createExpect } from '../dsl/expect.ts'
import { FixtureError, InapplicableError, UnverifiedError } from '../fixtures/provider.ts'
import { newAccount } from './accounts.ts'
import { type Action, type Area, areas, type JudgeTools, type Turn } from './action.ts'
import { castOf, type FixtureKind, fixtureKinds } from './fixture-kinds.ts'
import { judgeListing } from './listing-look.ts'
import { expectGone, logInFirst } from './looks.ts'
import type { Model } from './model.ts'
import { requestKinds } from './request-kinds.ts'
import {
  type Explorer,
  isPossible,
  isUnanswered,
  isViolation,
  keyOf,
  permutations,
  type SequenceRun,
  type Source,
} from './sequence.ts'
import { createWorld } from './world.ts'

const objectKinds = ['incidents', 'monitors', 'services'] as const

export async function runSequence(
  { services, missing, budget, gate, listingWaits, deletion }: Explorer,
  next: Source,
): Promise<SequenceRun> {
  const { client, schemas, pool, settings } = services
  const record = createCheckRecord()
  const asserted = Object.fromEntries(areas.map((area) => [area, {}])) as SequenceRun['asserted']
  const run: SequenceRun = { turns: [], record, turnOf: [], findings: [], asserted, end: 'done' }
  let barrier: Barrier | undefined
  const world = createWorld(
    {
      transport: settings.transport,
      async send(request) {
        budget.requests -= 1
        const exchange = await client.send(request, barrier)
        record.steps.push(exchange)
        run.turnOf.push(run.turns.length - 1)
        return exchange
      },
    },
    pool,
    record,
  )

  /** Judges with a record of its own, whose findings count if they are kept. */
  async function judge(
    action: Action,
    steps: Exchange[],
    isContested: boolean,
    body: (tools: JudgeTools, scratch: CheckRecord) => Promise<void>,
  ) {
    const scratch = { ...createCheckRecord(), secrets: record.secrets, users: record.users, steps }
    let cites: string[] = []
    const expect = createExpect(schemas, scratch, 'documented', false)
    const label = () => {
      for (const finding of scratch.findings) finding.requirementIds ??= cites
    }
    const cite = (...ids: string[]) => {
      label()
      cites = ids
    }
    await body({ expect, cite, isContested }, scratch).catch((error) => {
      if (!(error instanceof Stop)) throw error
    })
    label()
    const keep = () => {
      const area: Area = (requestKinds[action.kind] ?? fixtureKinds[action.kind])?.area ?? 'listing'
      for (const [basis, count] of Object.entries(scratch.asserted)) {
        const name = basis as Finding['basis']
        asserted[area][name] = (asserted[area][name] ?? 0) + count
      }
      for (const condition of scratch.conditions) record.conditions.add(condition)
      const turn = run.turns.length - 1
      const stepOf = (index = -1) => {
        const exchange = scratch.steps[index]
        return exchange && record.steps.indexOf(exchange)
      }
      for (const [expected, steps] of scratch.met) {
        const all = [...(record.met.get(expected) ?? []), ...[...steps].map(stepOf)]
        record.met.set(expected, new Set(all))
      }
      for (const finding of scratch.findings) {
        const step = stepOf(finding.step)
        run.findings.push({ ...finding, ...(step !== undefined && { step }), area, turn, key: keyOf(action, finding) })
      }
    }
    return { findings: scratch.findings, keep }
  }

  /** Judges responses in the order of the turn, or in another one in which they fit: the order of arrival is unknown. */
  async function judgeTurn(sent: { action: Action; call: Call<unknown>; exchange: Exchange }[]): Promise<void> {
    const orders = permutations(sent)
    let best: { keep(): void; weight: number } | undefined
    for (const order of orders) {
      const model = { ...structuredClone(world.model), unclaimed: 0 }
      const judged: Awaited<ReturnType<typeof judge>>[] = []
      for (const { action, call, exchange } of order) {
        const body = (tools: JudgeTools) =>
          requestKinds[action.kind]?.judge(model, action, call, tools) ?? Promise.resolve()
        judged.push(await judge(action, [exchange], sent.length > 1, body))
      }
      const keep = () => {
        Object.assign(world.model, model)
        for (const { keep } of judged) keep()
      }
      const weight = judged.flatMap((one) => one.findings).reduce((sum, one) => sum + weightOf(one), 0)
      if (!best || weight < best.weight) best = { keep, weight }
      if (weight === 0) break
    }
    best?.keep()
  }

  /** Whether a fixture was made; what fixtures do not make is not asked for again. */
  async function isMade(what: string, make: () => Promise<void>): Promise<boolean> {
    if (missing.has(what)) return false
    try {
      await make()
      return true
    } catch (error) {
      const isMissing = [UnverifiedError, InapplicableError, FixtureError].some((kind) => error instanceof kind)
      if (!isMissing) throw error
      missing.add(what)
      return false
    }
  }

  async function isEntered(names: string[]): Promise<boolean> {
    for (const name of names) if (!(await isMade(name, () => world.enter(name)))) return false
    return true
  }

  async function makeFixture(fixture: FixtureKind, action: Action): Promise<void> {
    const { model } = world
    const line = await fixture.make(world, action)
    const made = objectKinds.flatMap((kind) => {
      const object = model[kind][action.name ?? '']
      return object ? [`${kind}/${object.id}`] : []
    })
    recordFixture(record, line, made, model.accounts[action.by]?.teamId)
    recordRows(record, model, action.name)
  }

  /** Judges what holds of any response. */
  async function judgeSoundness(action: Action, exchanges: Exchange[]): Promise<void> {
    const { keep } = await judge(action, record.steps, false, async (_, scratch) => {
      for (const exchange of exchanges) assertSound(scratch, exchange, settings.transport)
    })
    keep()
  }

  async function perform(turn: Turn): Promise<void> {
    const { model } = world
    const requests: Action[] = []
    for (const action of turn) {
      if (!isPossible(model, action) || !(await isEntered(castOf(model, action)))) continue
      const fixture = fixtureKinds[action.kind]
      if (!fixture) requests.push(action)
      else await isMade(fixture.needs?.(model, action) ?? action.kind, () => makeFixture(fixture, action))
    }
    for (const { by } of requests) await logInFirst(world, by)
    const [look] = requests
    if (look?.kind === 'list') {
      const { keep, findings } = await judge(look, record.steps, false, (tools) =>
        judgeListing(world.adminKeyHolder(), model, look.value ?? 'default', listingWaits, tools),
      )
      if (findings.some(isViolation)) listingWaits.splice(2)
      return keep()
    }
    barrier = requests.length > 1 ? createBarrier(requests.length) : undefined
    const sent = await Promise.all(requests.map((action) => send(action)))
    barrier = undefined
    await judgeTurn(sent)
    for (const { action, exchange } of sent) {
      const isDeleted = action.kind === 'delete' && exchange.response.status < 300
      if (!isDeleted || run.findings.some(isViolation)) continue
      const { keep } = await judge(action, record.steps, false, (tools) => expectGone(world, action, deletion, tools))
      keep()
    }
  }

  async function send(action: Action): Promise<{ action: Action; call: Call<unknown>; exchange: Exchange }> {
    const { model } = world
    const { name = '' } = action
    if (action.kind === 'sign up') model.accounts[name] = newAccount(name, world.newCredentials(), action)
    const kind = requestKinds[action.kind]
    if (!kind) throw new Error(`no request is called ${action.kind}`)
    let call = kind.send(world.callerOf(action.by, action.more?.session), model, action)
    for (const wait of kind.waitsFor?.(model, action) ?? []) {
      if ((await call).response.status < 300) break
      await new Promise((resolve) => setTimeout(resolve, wait))
      call = kind.send(world.callerOf(action.by, action.more?.session), model, action)
    }
    const exchange = await call
    const account = model.accounts[action.by]
    // The document leaves open how long a token is valid.
    if (exchange.response.status !== 401 || !account?.password || action.more?.session)
      return { action, call, exchange }
    await logInFirst(world, action.by, true)
    const repeated = kind.send(world.callerOf(action.by, action.more?.session), model, action)
    return { action, call: repeated, exchange: await repeated }
  }

  try {
    for (let turn = next(world.model); turn; turn = next(world.model)) {
      run.turns.push(turn)
      const [action] = turn
      const first = record.steps.length
      await gate.pass(action?.kind === 'list', () => perform(turn))
      if (action) await judgeSoundness(action, record.steps.slice(first))
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

/** More findings of a basis than one turn has weigh less than one of the next: a wrong order leaves a wrong state. */
const weights = { violation: 10_000, implied: 100, other: 1 }

function weightOf(finding: Finding): number {
  if (isViolation(finding)) return weights.violation
  return finding.basis === 'implied' ? weights.implied : weights.other
}

/** Records the rows of a new monitor, or the monitors of a new service. */
function recordRows({ rows, links }: CheckRecord, { monitors, services }: Model, name = ''): void {
  const [monitor, service] = [monitors[name], services[name]]
  const since = new Date()
  if (monitor?.days) rows.set(monitor.id, { days: [...monitor.days], since })
  const linked = service?.monitors.flatMap((one) => monitors[one]?.id ?? [])
  if (service && linked) links.set(service.id, { monitors: linked, since })
}
