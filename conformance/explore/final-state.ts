/** The last steps of a sequence: everything is looked at that any operation can show. */

import type { Model } from '../document/state.ts'
import type { Action, Step } from './action.ts'
import { proposeLimit } from './listing-look.ts'
import { exploredOperations } from './operations.ts'
import type { Random } from './random.ts'

/** Resets count before incidents go, and accounts are scheduled last. */
const order = ['reset service', 'reset monitor', 'resolve', 'delete', 'log in', 'sign up again', 'schedule deletion']
/** Another team is refused, whatever else is known of it. */
const byOthers = 0.1

export function finalState(model: Model, random: Random, hasAdminKey: boolean): Step[] {
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
