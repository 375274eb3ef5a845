/** Generates a sequence: of several possible actions it takes the one whose pairs of properties were tried least. */

import type { Model } from '../document/state.ts'
import type { Action, Step } from './action.ts'
import { proposeCluster } from './cluster.ts'
import { finalState } from './final-state.ts'
import { proposeLimit } from './listing-look.ts'
import { exploredOperations } from './operations.ts'
import type { Random } from './random.ts'
import { recordKinds } from './record-kinds.ts'
import type { Source } from './sequence.ts'
import { withSpoiled } from './spoil.ts'

/** How often each pair of properties was tried, in all sequences of a run. */
export type Coverage = Map<string, number>

interface Settings {
  random: Random
  coverage: Coverage
  missing: ReadonlySet<string>
  /** The number of steps before the final state is looked at. */
  length: number
  hasHook: boolean
  hasAdminKey: boolean
}

/** Actions to choose one from. */
const candidates = 32

/** The shares of the steps. */
const fixtures = { 'an incident': 7, 'a monitor': 3, 'a service': 2, 'a member': 2, 'a leaver': 1 }
const objects = { resolve: 13, delete: 7, 'reset monitor': 9, 'reset service': 11 }
const accounts = { 'sign up': 5, 'sign up again': 2, 'log in': 4, leave: 6 }
/** Requests that may concern the same object at the same time. */
const racing = ['resolve', 'delete', 'reset monitor', 'reset service']

export function createGenerator(settings: Settings): Source {
  const { random, coverage, missing, length, hasHook, hasAdminKey } = settings
  const weights: Record<string, number> = { ...(hasHook && { ...fixtures, ...objects }), ...accounts }
  const kinds = Object.entries(weights).flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind))
  let steps = 0
  let names = 0
  let last: Action | undefined
  let sweep: Step[] | undefined
  const pending: Step[] = []
  const newName = (kind: string) => {
    names += 1
    return `${kind}${names}`
  }

  function propose(model: Model, operation: string): Action | undefined {
    const proposer = { model, random, newName, missing }
    const explored = exploredOperations[operation]
    const action = (explored ?? recordKinds[operation])?.propose(proposer)
    return explored && action && !explored.judge ? withSpoiled(proposer, explored, action) : action
  }

  function pairsOf(model: Model, action: Action): string[] {
    const features = exploredOperations[action.operation]?.features(model, action) ?? []
    return features.flatMap((one, index) =>
      features.slice(index + 1).map((other) => `${action.operation}: ${one} | ${other}`),
    )
  }

  function choose(model: Model): Action | undefined {
    const kind = random.pick(kinds)
    if (missing.has(kind)) return undefined
    let best: { action: Action; pairs: string[]; score: number } | undefined
    for (let index = 0; index < candidates; index++) {
      const action = propose(model, kind)
      if (!action || recordKinds[kind]) return action
      const pairs = pairsOf(model, action)
      const tried = pairs.reduce((sum, pair) => sum + 1 / (1 + (coverage.get(pair) ?? 0)), 0)
      const score = tried / pairs.length
      if (!best || score > best.score) best = { action, pairs, score }
    }
    for (const pair of best?.pairs ?? []) coverage.set(pair, (coverage.get(pair) ?? 0) + 1)
    return best?.action
  }

  /** The same action by others at the same time. */
  function withRivals(model: Model, action: Action): Step {
    const step = [action]
    for (let more = 1 + random.below(2); more > 0; more--) {
      const operation = random.chance(0.6) ? action.operation : random.pick(racing)
      const rival = propose(model, operation)
      if (rival) {
        step.push(
          operation === action.operation && random.chance(0.7)
            ? { ...action, by: random.pick([action.by, rival.by]) }
            : rival,
        )
      }
    }
    return step
  }

  return (model) => {
    steps += 1
    if (steps > length) {
      sweep ??= finalState(model, random, hasAdminKey)
      return sweep.shift()
    }
    if (hasHook && steps === 1) {
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
    if (hasAdminKey && (last?.operation === 'leave' ? random.chance(0.12) : random.chance(0.01))) {
      last = undefined
      return [{ operation: 'list', by: 'anonymous', value: proposeLimit(random) }]
    }
    last = choose(model)
    if (!last) return []
    const isByPassword = last.operation === 'leave' && last.value === 'the password' && last.by !== 'anonymous'
    // The document leaves open whether one code works for several simultaneous requests.
    if (isByPassword && !last.more?.session && random.chance(0.2)) return [last, last]
    return racing.includes(last.operation) && last.by !== 'anonymous' && random.chance(0.12)
      ? withRivals(model, last)
      : [last]
  }
}
