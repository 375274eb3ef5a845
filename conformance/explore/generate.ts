/** Generates a sequence: records first, then calls, and at the end the final state, as far as any operation shows it. */
import type { Model } from '../document/state.ts'
import type { Action, Step } from './action.ts'
import { type Coverage, createChooser } from './choose.ts'
import { proposeLimit } from './listing-look.ts'
import { proposeCluster } from './objects.ts'
import { exploredOperations } from './operations.ts'
import type { Random } from './random.ts'
import type { Source } from './sequence.ts'

export interface Sources {
  hasHook: boolean
  hasAdminKey: boolean
}

interface Settings extends Sources {
  random: Random
  coverage: Coverage
  missing: ReadonlySet<string>
  /** The number of steps before the final state is looked at. */
  length: number
}

/** The shares of the steps. */
const records = { 'an incident': 7, 'a monitor': 3, 'a service': 2, 'a member': 2, 'a scheduled account': 1 }
const objects = { resolve: 13, delete: 7, 'reset monitor': 9, 'reset service': 11 }
const accounts = { 'sign up': 5, 'sign up again': 2, 'log in': 4, 'schedule deletion': 6 }

export function createGenerator(settings: Settings): Source {
  const { random, coverage, missing, length, hasHook, hasAdminKey } = settings
  const weights: Record<string, number> = { ...(hasHook && { ...records, ...objects }), ...accounts }
  const operations = Object.entries(weights).flatMap(([name, weight]) => Array.from({ length: weight }, () => name))
  let steps = 0
  let names = 0
  let last: Action | undefined
  let final: Step[] | undefined
  const pending: Step[] = []
  const newName = (kind: string) => {
    names += 1
    return `${kind}${names}`
  }
  const chooser = createChooser({ random, newName, missing }, coverage)

  return (model) => {
    steps += 1
    if (steps > length) {
      final ??= finalState(model, random, hasAdminKey)
      return final.shift()
    }
    if (hasHook && steps === 1) {
      const callers = Array.from({ length: 2 }, () => chooser.propose(model, 'a caller') ?? [])
      const unlike = callers.flat().filter(({ by }, index, all) => all.findIndex((one) => one.by === by) === index)
      pending.push(...unlike.map((action) => [action]))
    }
    // Objects of one service show effects on each other.
    if (hasHook && (names === 0 || random.chance(0.03))) {
      pending.push(...proposeCluster({ model, random, newName, missing }))
    }
    const record = pending.shift()
    if (record) return record
    if (hasAdminKey && (last?.operation === 'schedule deletion' ? random.chance(0.12) : random.chance(0.01))) {
      last = undefined
      return [{ operation: 'list', by: 'anonymous', value: proposeLimit(random) }]
    }
    const operation = random.pick(operations)
    last = missing.has(operation) ? undefined : chooser.choose(model, operation)
    return last ? chooser.withRivals(model, last) : []
  }
}

/** Resets count before incidents go, and accounts are scheduled last. */
const order = ['reset service', 'reset monitor', 'resolve', 'delete', 'log in', 'sign up again', 'schedule deletion']
/** Another team is refused, whatever else is known of it. */
const byOthers = 0.1

function finalState(model: Model, random: Random, hasAdminKey: boolean): Step[] {
  const accounts = Object.values(model.accounts)
  const readBacks = order.flatMap((operation) => exploredOperations[operation]?.readBacks(model, random) ?? [])
  const steps = readBacks.flatMap((action): Step[] => {
    const team = model.accounts[action.by]?.team
    const others = accounts.filter((account) => account.team !== team)
    const isByOther =
      action.of !== undefined && action.by !== 'anonymous' && others.length > 0 && random.chance(byOthers)
    return isByOther ? [[{ ...action, by: random.pick(others).name }], [action]] : [[action]]
  })
  const mayBeListed = accounts.some(({ deletion, wrongProofs }) => deletion || wrongProofs > 0)
  const list: Action = { operation: 'list', by: 'anonymous', value: proposeLimit(random) }
  return hasAdminKey && (mayBeListed || random.chance(0.3)) ? [...steps, [list]] : steps
}
