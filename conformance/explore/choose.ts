/** Chooses an action: of several possible ones it takes the one whose pairs of properties were tried least. */

import type { Model } from '../document/state.ts'
import type { Action, Proposer, Step } from './action.ts'
import { exploredOperations } from './operations.ts'
import type { Random } from './random.ts'
import { exploredRecords } from './records.ts'
import { withSpoiled } from './spoil.ts'

/** How often each pair of properties was tried, in all sequences of a run. */
export type Coverage = Map<string, number>

/** Actions to choose one from. */
const candidates = 32

/** Requests that may concern the same object at the same time. */
const racing = ['resolve', 'delete', 'reset monitor', 'reset service']

export interface Chooser {
  propose(model: Model, operation: string): Action | undefined
  choose(model: Model, operation: string): Action | undefined
  /** The action, and now and then others at the same time. */
  withRivals(model: Model, action: Action): Step
}

export function createChooser(settings: Omit<Proposer, 'model'>, coverage: Coverage): Chooser {
  const { random } = settings

  function propose(model: Model, operation: string): Action | undefined {
    return (exploredOperations[operation] ?? exploredRecords[operation])?.propose({ ...settings, model })
  }

  return {
    propose,
    choose(model, operation) {
      let best: { action: Action; pairs: string[]; score: number } | undefined
      for (let index = 0; index < candidates; index++) {
        const action = propose(model, operation)
        if (!action || exploredRecords[operation]) return action
        const pairs = pairsOf(model, action)
        const tried = pairs.reduce((sum, pair) => sum + 1 / (1 + (coverage.get(pair) ?? 0)), 0)
        const score = tried / pairs.length
        if (!best || score > best.score) best = { action, pairs, score }
      }
      for (const pair of best?.pairs ?? []) coverage.set(pair, (coverage.get(pair) ?? 0) + 1)
      // Spoiled after the choice: each way to spoil a call is new, so that coverage would choose nothing else.
      const explored = exploredOperations[operation]
      return explored && best && withSpoiled({ ...settings, model }, explored, best.action)
    },
    withRivals(model, action) {
      const { operation, by, value, more } = action
      if (by === 'anonymous') return [action]
      // The document leaves open whether one code works for several simultaneous requests.
      const isByPassword = operation === 'schedule deletion' && value === 'the password' && !more?.session
      if (isByPassword && random.chance(0.2)) return [action, action]
      if (!racing.includes(operation) || !random.chance(0.12)) return [action]
      return [action, ...rivalsOf(model, action, random, propose)]
    },
  }
}

/** The same action by others, or other ones. */
function rivalsOf(model: Model, action: Action, random: Random, propose: Chooser['propose']): Action[] {
  return Array.from({ length: 1 + random.below(2) }, () => {
    const operation = random.chance(0.6) ? action.operation : random.pick(racing)
    const rival = propose(model, operation)
    const isSame = rival && operation === action.operation && random.chance(0.7)
    return isSame ? { ...action, by: random.pick([action.by, rival.by]) } : rival
  }).flatMap((rival) => rival ?? [])
}

function pairsOf(model: Model, action: Action): string[] {
  const features = exploredOperations[action.operation]?.features(model, action) ?? []
  return features.flatMap((one, index) =>
    features.slice(index + 1).map((other) => `${action.operation}: ${one} | ${other}`),
  )
}
