/** What the model says of an action before it is sent: the pairs of properties that are worth trying depend on it. */
import type { OperationId } from '@monitoring-service/contract'
import { predict } from '../document/operation.ts'
import { operations } from '../document/operations.ts'
import type { Model } from '../document/state.ts'
import type { Action } from './action.ts'

/** Whether the caller, the state of the subject or the date forbids the call. */
export function isRefused(
  state: Model,
  operationId: OperationId,
  { by, more }: Action,
  { subject, before }: { subject: { id: string }; before?: string },
): boolean {
  const operation = operations[operationId]
  if (!operation || more?.credential || more?.id || more?.part) return true
  const { reasons } = predict(operation, {
    ...{ state, caller: state.accounts[by], subject, id: subject.id, input: undefined, isMalformed: false, headers: {} },
    query: before === undefined ? undefined : new URLSearchParams({ before }),
    credential: by === 'anonymous' ? 'none' : more?.session ? 'older' : 'newest',
    isContested: false,
    started: Date.now(),
  })
  return reasons.length > 0
}
