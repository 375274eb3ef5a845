/** The final state of a sequence, as far as any operation shows it. */
import type { OperationId } from '@monitoring-service/contract'
import type { Account } from '../document/state.ts'
import type { Action, Step } from './action.ts'
import { calls } from './operations.ts'
import { type Proposer, proofOf } from './propose.ts'

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
/** Another team is refused, whatever else is known of it. */
const byOthers = 0.1
/** Of reading a listing that cannot have changed. */
const ofUnchanged = 0.2
/** At least, of a call of an account whose deletion is scheduled, or whose sessions may have ended. */
const ofChanged = 0.6

/** @param list a reading of the listing; undefined without the admin key. */
export function finalState({ model, random }: Proposer, list: () => Action | undefined): Step[] {
  const accounts = Object.values(model.accounts)
  const isChanged = accounts.some(({ deletion, wrongProofs }) => deletion || wrongProofs > 0)

  function aboutAccount(operation: OperationId, account: Account): Action[] {
    const { name, email, password, madeAs } = account
    const proof = proofOf(account)
    // The writer is the caller of the other calls.
    if (operation === 'scheduleAccountDeletion')
      return proof && madeAs !== 'writer' ? [{ operation, by: name, values: { [proof]: 'usual' } }] : []
    const values = { email: 'usual', password: 'usual' }
    return email && password ? [{ operation, by: 'anonymous', of: name, values }] : []
  }

  function actionsOf(operation: OperationId, probability: number): Action[] {
    const { things } = calls[operation]
    if (operation === 'listDeletionRequests') {
      const reading = random.chance(isChanged ? probability : ofUnchanged) ? list() : undefined
      return reading ? [reading] : []
    }
    if (things)
      return Object.values(model[things])
        .filter(() => random.chance(probability))
        .map(({ name, team }) => ({ operation, by: team, of: name }))
    const atLeast = ({ deletion, mayBeLoggedOut }: Account) => (deletion || mayBeLoggedOut ? ofChanged : 0)
    return accounts
      .filter((account) => random.chance(Math.max(probability, atLeast(account))))
      .flatMap((account) => aboutAccount(operation, account))
  }

  return order
    .flatMap((one) => actionsOf(...one))
    .flatMap((action): Step[] => {
      const team = accounts.find(({ name }) => name === action.by)?.team
      const others = accounts.filter((account) => account.team !== team)
      const isByOther = action.of !== undefined && team !== undefined && others.length > 0 && random.chance(byOthers)
      return isByOther ? [[{ ...action, by: random.pick(others).name }], [action]] : [[action]]
    })
}
