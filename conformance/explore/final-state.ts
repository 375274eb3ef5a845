/** The final state of a sequence, as far as any operation shows it. */
import type { OperationId } from '@monitoring-service/contract'
import type { Account, Model } from '../document/state.ts'
import type { Action, Step } from './action.ts'
import { proposeWholeListing } from './listing.ts'
import { type Proposer, proofOf } from './propose.ts'
import type { Random } from './random.ts'
import { calls } from './requests.ts'

/** Resets count before incidents go, accounts that are scheduled have logged in again, and the listing shows who stayed. */
const order: [operation: OperationId, probability: number][] = [
  ['resetServiceStats', 0.8],
  ['resetMonitorStats', 0.5],
  ['resolveIncident', 0.9],
  ['deleteIncident', 0.3],
  ['login', 0.3],
  ['signup', 0.05],
  ['listDeletionRequests', 0.5],
  ['scheduleAccountDeletion', 0.5],
  ['listDeletionRequests', 1],
]
const probability = {
  /** Another team is refused, whatever else is known of it. */
  byOtherTeam: 0.1,
  /** Of reading a listing that cannot have changed. */
  unchangedListing: 0.2,
  /** At least, of a call of an account whose deletion is scheduled, or whose sessions may have ended. */
  changedAccount: 0.6,
}

export function finalState({ model, random }: Proposer, hasAdminKey: boolean): Step[] {
  const accounts = Object.values(model.accounts)
  const listingHasChanged = accounts.some(({ deletion, wrongProofs }) => deletion || wrongProofs > 0)
  return order.flatMap(([operation, usual]): Step[] => {
    if (operation === 'listDeletionRequests') {
      const isRead = hasAdminKey && random.chance(listingHasChanged ? usual : probability.unchangedListing)
      return isRead ? [[proposeWholeListing(random)]] : []
    }
    const { things } = calls[operation]
    const objects = Object.values(things ? model[things] : {}).filter(() => random.chance(usual))
    const callers = (things ? [] : accounts).filter(({ deletion, mayBeLoggedOut }) =>
      random.chance(deletion || mayBeLoggedOut ? Math.max(usual, probability.changedAccount) : usual),
    )
    return [
      ...objects.map(({ name, team }): Action => ({ operation, by: team, of: name })),
      ...callers.flatMap((account) => aboutAccount(operation, account) ?? []),
    ].flatMap((action) => [...byOtherTeam(model, random, action), [action]])
  })
}

function aboutAccount(operation: OperationId, account: Account): Action | undefined {
  const { name, email, password, madeAs } = account
  if (operation === 'scheduleAccountDeletion') {
    const proof = proofOf(account)
    // The writer is the caller of the other calls.
    return proof && madeAs !== 'writer' ? { operation, by: name, values: { [proof]: 'usual' } } : undefined
  }
  const values = { email: 'usual', password: 'usual' }
  return email && password ? { operation, by: 'anonymous', of: name, values } : undefined
}

/** The same call by an account of another team, now and then. */
function byOtherTeam({ accounts }: Model, random: Random, action: Action): Step[] {
  const team = Object.values(accounts).find(({ name }) => name === action.by)?.team
  const others = Object.values(accounts).filter((account) => account.team !== team)
  const isPossible = action.of !== undefined && team !== undefined && others.length > 0
  return isPossible && random.chance(probability.byOtherTeam) ? [[{ ...action, by: random.pick(others).name }]] : []
}
