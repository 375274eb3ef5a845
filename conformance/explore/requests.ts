/** The operations of the contract as sequences draw from them: what each is about, and its request. */
import { operations as contract, type OperationId } from '@monitoring-service/contract'
import { bodyProperties } from '../checks/support/invalid-values.ts'
import type { RequestDetails } from '../client/callers.ts'
import type { Account, Model } from '../document/state.ts'
import type { Action, RecordKind } from './action.ts'
import { toValue } from './values.ts'

export interface Explored {
  /** The objects that it is about, in the model; absent if it is about an account. */
  things?: 'incidents' | 'monitors' | 'services'
  share: number
}

/** How often each is drawn, in an order that a seed repeats; further operations have the usual share. */
const shares: Partial<Record<OperationId, number>> = {
  resolveIncident: 15,
  deleteIncident: 7,
  resetMonitorStats: 9,
  resetServiceStats: 11,
  signup: 9,
  login: 5,
  scheduleAccountDeletion: 7,
  listDeletionRequests: 1,
}
const usualShare = 7

function toExplored(id: OperationId): Explored {
  const things = (['incidents', 'monitors', 'services'] as const).find((one) =>
    contract[id].path.includes(`/${one}/{id}`),
  )
  return { ...(things && { things }), share: shares[id] ?? usualShare }
}

const perOperation = <T>(make: (id: OperationId) => T) =>
  Object.fromEntries(Object.keys({ ...shares, ...contract }).map((id) => [id, make(id as OperationId)])) as {
    [id in OperationId]: T
  }

export const calls = perOperation(toExplored)

export const records: Record<RecordKind, Explored> = {
  account: { share: 5 },
  incident: { share: 7 },
  monitor: { share: 3 },
  service: { share: 2 },
}

export const isRecord = (operation: Action['operation']): operation is RecordKind => operation in records

export const named = <T extends { name: string }>(things: Record<string, T>, name: string | undefined) =>
  Object.values(things).find((one) => one.name === name)

export const find = ({ accounts, incidents, monitors, services }: Model, name: string | undefined) =>
  named(accounts, name) ?? named(incidents, name) ?? named(monitors, name) ?? named(services, name)

/** By the documented schemas. */
export const propertiesOf = perOperation(bodyProperties)

type Credentials = Pick<Account, 'email' | 'password'>

/** The account whose e-mail and proofs are meant: an existing one, or a new one. */
export const accountOf = ({ accounts }: Model, { of, by, name }: Action, fresh: Credentials): Partial<Account> =>
  (name === undefined ? named(accounts, of ?? by) : fresh) ?? {}

/** @returns undefined if a value or the object is not known. */
export function requestOf(model: Model, action: Action, fresh: Credentials): RequestDetails | undefined {
  const { operation, of = '', name = of, values = {}, uses = [] } = action
  if (isRecord(operation)) return undefined
  const { things } = calls[operation]
  const id = things && named<{ name: string; id: string }>(model[things], of)?.id
  const context = { account: accountOf(model, action, fresh), other: named(model.accounts, uses[0]), unique: name }
  const sent = Object.entries(values).map(([property, value]) => [property, toValue(property, value, context)] as const)
  if ((things && id === undefined) || sent.some(([, value]) => value === undefined)) return undefined
  const part = propertiesOf[operation].length > 0 ? 'body' : 'query'
  return { ...(id !== undefined && { id }), ...(action.values && { [part]: Object.fromEntries(sent) }) }
}
