/** Runs a sequence of actions against the target, and compares each response with the model. */

import { type Barrier, createBarrier } from '../client/barrier.ts'
import type { Call } from '../client/callers.ts'
import type { Exchange } from '../client/http.ts'
import { judgeExchange } from '../document/judge.ts'
import { confirmationOf, inScratch, isViolation, type Judged, judgeInOrder, keepIn } from '../document/judging.ts'
import type { Model } from '../document/state.ts'
import { FixtureError, InapplicableError, UnverifiedError } from '../records/errors.ts'
import { type CheckRecord, createCheckRecord, recordFixture } from '../verdict/record.ts'
import { assertSound } from '../verdict/sound.ts'
import { newAccount } from './accounts.ts'
import { type Action, type Area, areas, type JudgeTools, type Turn } from './action.ts'
import { castOf, type FixtureKind, fixtureKinds } from './fixture-kinds.ts'
import { judgeListing } from './listing-look.ts'
import { logInFirst } from './looks.ts'
import { requestKinds } from './request-kinds.ts'
import { type Explorer, isPossible, isUnanswered, keyOf, type SequenceRun, type Source } from './sequence.ts'
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

  /** Judges with a record of its own. */
  function judge(steps: Exchange[], isContested: boolean, body: (tools: JudgeTools) => Promise<void>) {
    return inScratch(steps, record, { schemas, level: 'documented', isStateless: false }, (scratch) =>
      body({ ...scratch, isContested, transport: settings.transport }),
    )
  }

  function keep(action: Action, judged: Judged): void {
    const area: Area = (requestKinds[action.kind] ?? fixtureKinds[action.kind])?.area ?? 'listing'
    const turn = run.turns.length - 1
    for (const finding of keepIn(record, asserted[area], judged)) {
      run.findings.push({ ...finding, area, turn, key: keyOf(action, finding) })
    }
  }

  async function judgeTurn(sent: { action: Action; call: Call<unknown>; exchange: Exchange }[]): Promise<void> {
    const all = await judgeInOrder(world.model, sent, (model, { action, call, exchange }, isContested) =>
      judge([exchange], isContested, async (tools) => {
        const { judge } = requestKinds[action.kind] ?? {}
        if (judge) await judge(model, action, call, tools)
        else await judgeExchange(model, exchange, isContested, settings.transport, tools)
      }),
    )
    for (const { item, judged } of all) keep(item.action, judged)
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
    const given = await fixture.make(world, action)
    const made = objectKinds.flatMap((kind) => {
      const object = model[kind][action.name ?? '']
      return object ? [`${kind}/${object.id}`] : []
    })
    recordFixture(record, given, made, model.accounts[action.by]?.teamId)
    recordRows(record, model, action.name)
  }

  /** Judges what holds of any response. */
  async function judgeSoundness(action: Action, exchanges: Exchange[]): Promise<void> {
    const judged = await judge(record.steps, false, async (tools) => {
      for (const exchange of exchanges) assertSound(tools.record, exchange, settings.transport)
    })
    keep(action, judged)
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
      const judged = await judge(record.steps, false, (tools) =>
        judgeListing(world.adminKeyHolder(), model, look.value ?? 'default', listingWaits, tools),
      )
      if (judged.record.findings.some(isViolation)) listingWaits.splice(2)
      return keep(look, judged)
    }
    barrier = requests.length > 1 ? createBarrier(requests.length) : undefined
    const sent = await Promise.all(requests.map((action) => send(action)))
    barrier = undefined
    await judgeTurn(sent)
    for (const { action, exchange } of sent) {
      const confirm = confirmationOf(model, exchange, settings)
      if (!confirm || run.findings.some(isViolation)) continue
      const judged = await judge(record.steps, false, (scratch) =>
        confirm(world.callerOf(action.by), deletion, scratch),
      )
      keep(action, judged)
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
    if (exchange.response.status !== 401 || !account?.password || action.more?.session || action.more?.credential)
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

/** Records the rows of a new monitor, or the monitors of a new service. */
function recordRows({ rows, links }: CheckRecord, { monitors, services }: Model, name = ''): void {
  const [monitor, service] = [monitors[name], services[name]]
  const since = new Date()
  if (monitor?.days) rows.set(monitor.id, { days: [...monitor.days], since })
  const linked = service?.monitors.flatMap((one) => monitors[one]?.id ?? [])
  if (service && linked) links.set(service.id, { monitors: linked, since })
}
