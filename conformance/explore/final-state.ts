/** The last steps of a sequence: each request shows as much of the state as one can. */

import { type Model, provesByCode, roleNames } from '../document/state.ts'
import type { Action, Step } from './action.ts'
import { proposeLimit } from './listing-look.ts'
import type { Random } from './random.ts'

export function finalState(model: Model, random: Random, hasAdminKey: boolean): Step[] {
  const postconditions = [...resets(model, random), ...incidentLooks(model, random), ...logIns(model, random)]
  const accounts = Object.values(model.accounts)
  for (const account of accounts) {
    const { name, deletion, wrongProofs } = account
    // A wrong proof may have cancelled a request.
    const chance = !deletion ? 0.4 : wrongProofs > 0 ? 1 : 0.6
    if ((roleNames as string[]).includes(name) || !random.chance(chance)) continue
    postconditions.push({ operation: 'leave', by: name, value: provesByCode(account) ? 'the code' : 'the password' })
  }
  const mayBeListed = accounts.some(({ deletion, wrongProofs }) => deletion || wrongProofs > 0)
  if (hasAdminKey && (mayBeListed || random.chance(0.3))) {
    postconditions.push({ operation: 'list', by: 'anonymous', value: proposeLimit(random) })
  }
  return postconditions.map((postcondition) => [postcondition])
}

/** A reset of a service counts the rows of all its monitors; the monitors of no service are reset one by one. */
function resets(model: Model, random: Random): Action[] {
  const postconditions: Action[] = []
  const left = new Set(Object.keys(model.monitors))
  for (const { name, team, monitors } of Object.values(model.services).reverse()) {
    if (monitors.filter((one) => left.has(one)).length < 2 || random.chance(0.25)) continue
    postconditions.push({ operation: 'reset service', by: team, of: name, uses: monitors })
    for (const monitor of monitors) left.delete(monitor)
  }
  return postconditions.concat(
    [...left].map((of) => ({ operation: 'reset monitor', by: model.monitors[of]?.team ?? '', of })),
  )
}

/** A resolve tells open, resolved and deleted apart. */
function incidentLooks(model: Model, random: Random): Action[] {
  const accounts = Object.values(model.accounts)
  return Object.values(model.incidents).flatMap(({ name, team, state, type }) => {
    // A deletion was verified at once.
    if (state === 'deleted' && random.chance(0.7)) return []
    const value = random.chance(0.5) ? 'plain' : 'no body'
    const postconditions: Action[] = [{ operation: 'resolve', by: team, of: name, value }]
    // Another team resolves no open one, whatever else is known of it.
    const strangers = accounts.filter((account) => account.team !== team)
    if (state === 'open' && strangers.length > 0 && random.chance(0.25)) {
      postconditions.unshift({ operation: 'resolve', by: random.pick(strangers).name, of: name, value })
    }
    // Whether a resolved one is found may show in a deletion only.
    const isUnsure = type === 'auto' || state === 'resolved'
    if (isUnsure && random.chance(0.3))
      postconditions.push({ operation: 'delete', by: team, of: name, value: 'delete' })
    return postconditions
  })
}

function logIns({ accounts }: Model, random: Random): Action[] {
  return Object.values(accounts).flatMap(({ name, kind, isUnseen, email, password }) =>
    email && password && (isUnseen || random.chance(kind === 'colleague' ? 0.5 : 0.1))
      ? [{ operation: 'log in', by: 'anonymous', of: name, value: 'right' }]
      : [],
  )
}
