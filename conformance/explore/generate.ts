/** Generates a sequence: of several possible actions it takes the one whose pairs of properties were tried least. */

import type { Model } from '../document/state.ts'
import type { Action, Turn } from './action.ts'
import { proposeCluster } from './cluster.ts'
import { fixtureKinds } from './fixture-kinds.ts'
import { lastLooks } from './last-looks.ts'
import { proposeLimit } from './listing-look.ts'
import type { Random } from './random.ts'
import { requestKinds } from './request-kinds.ts'
import type { Source } from './sequence.ts'

/** How often each pair of properties was tried, in all sequences of a run. */
export type Coverage = Map<string, number>

interface Settings {
  random: Random
  coverage: Coverage
  missing: ReadonlySet<string>
  /** The number of turns before the last look at everything. */
  length: number
  hasHook: boolean
  hasAdminKey: boolean
}

/** Actions to choose one from. */
const candidates = 32

/** The shares of the turns. */
const fixtures = { 'an incident': 7, 'a monitor': 3, 'a service': 2, 'a member': 2, 'a leaver': 1 }
const objects = { resolve: 13, delete: 7, 'reset monitor': 9, 'reset service': 11 }
const accounts = { 'sign up': 5, 'sign up again': 2, 'log in': 4, leave: 6 }
/** Requests that may concern the same object at the same time. */
const racing = ['resolve', 'delete', 'reset monitor', 'reset service']

export function createGenerator(settings: Settings): Source {
  const { random, coverage, missing, length, hasHook, hasAdminKey } = settings
  const weights: Record<string, number> = { ...(hasHook && { ...fixtures, ...objects }), ...accounts }
  const kinds = Object.entries(weights).flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind))
  let turns = 0
  let names = 0
  let last: Action | undefined
  let sweep: Turn[] | undefined
  const pending: Turn[] = []
  const newName = (kind: string) => {
    names += 1
    return `${kind}${names}`
  }

  function propose(model: Model, kind: string): Action | undefined {
    const proposer = { model, random, newName, missing }
    return (requestKinds[kind] ?? fixtureKinds[kind])?.propose(proposer)
  }

  function pairsOf(model: Model, action: Action): string[] {
    const features = requestKinds[action.kind]?.features(model, action) ?? []
    return features.flatMap((one, index) =>
      features.slice(index + 1).map((other) => `${action.kind}: ${one} | ${other}`),
    )
  }

  function choose(model: Model): Action | undefined {
    const kind = random.pick(kinds)
    if (missing.has(kind)) return undefined
    let best: { action: Action; pairs: string[]; score: number } | undefined
    for (let index = 0; index < candidates; index++) {
      const action = propose(model, kind)
      if (!action || fixtureKinds[kind]) return action
      const pairs = pairsOf(model, action)
      const tried = pairs.reduce((sum, pair) => sum + 1 / (1 + (coverage.get(pair) ?? 0)), 0)
      const score = tried / pairs.length
      if (!best || score > best.score) best = { action, pairs, score }
    }
    for (const pair of best?.pairs ?? []) coverage.set(pair, (coverage.get(pair) ?? 0) + 1)
    return best?.action
  }

  /** The same action by others at the same time. */
  function withRivals(model: Model, action: Action): Turn {
    const turn = [action]
    for (let more = 1 + random.below(2); more > 0; more--) {
      const kind = random.chance(0.6) ? action.kind : random.pick(racing)
      const rival = propose(model, kind)
      if (rival) {
        turn.push(
          kind === action.kind && random.chance(0.7) ? { ...action, by: random.pick([action.by, rival.by]) } : rival,
        )
      }
    }
    return turn
  }

  return (model) => {
    turns += 1
    if (turns > length) {
      sweep ??= lastLooks(model, random, hasAdminKey)
      return sweep.shift()
    }
    if (hasHook && turns === 1) {
      const actions = Array.from({ length: 2 }, () => propose(model, 'a caller')).flatMap((action) => action ?? [])
      const unlike = actions.filter(({ by }, index) => actions.findIndex((one) => one.by === by) === index)
      pending.push(...unlike.map((action) => [action]))
    }
    // Objects of one service show effects on each other.
    if (hasHook && (names === 0 || random.chance(0.03))) {
      pending.push(...proposeCluster({ model, random, newName, missing }))
    }
    const fixture = pending.shift()
    if (fixture) return fixture
    if (hasAdminKey && (last?.kind === 'leave' ? random.chance(0.12) : random.chance(0.01))) {
      last = undefined
      return [{ kind: 'list', by: 'anonymous', value: proposeLimit(random) }]
    }
    last = choose(model)
    if (!last) return []
    const isByPassword = last.kind === 'leave' && last.value === 'the password' && last.by !== 'anonymous'
    // The document leaves open whether one code works for several simultaneous requests.
    if (isByPassword && !last.more?.session && random.chance(0.2)) return [last, last]
    return racing.includes(last.kind) && last.by !== 'anonymous' && random.chance(0.12)
      ? withRivals(model, last)
      : [last]
  }
}
