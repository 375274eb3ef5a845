/** Types only: what an operation gets and may answer, derived from the contract. */
import type { OperationId, operations as table } from '@monitoring-service/contract'
import type { operations } from '@monitoring-service/contract/types'
import type { Member } from './store/store.ts'

type Content<T> = T extends { content: { 'application/json': infer Body } } ? Body : undefined
type OrNothing<T> = [T] extends [undefined] ? Record<never, never> : NonNullable<T>

/** Query parameters that have a default are always there. */
type Query<Id extends OperationId> = OrNothing<operations[Id]['parameters']['query']> &
  Record<keyof (typeof table)[Id]['defaults'], number>

/** Who calls an operation: a user with a token, or nobody in particular. */
type Caller<Id extends OperationId> = (typeof table)[Id]['security'] extends { scheme: 'bearerAuth' }
  ? Member
  : undefined

export interface Input<Id extends OperationId> {
  path: OrNothing<operations[Id]['parameters']['path']>
  query: Query<Id>
  body: Content<operations[Id]['requestBody']>
  caller: Caller<Id>
}

type Responses<Id extends OperationId> = operations[Id]['responses']
type Success<Id extends OperationId> = keyof Responses<Id> & (200 | 201 | 204)

export type Output<Id extends OperationId> = {
  [Status in Success<Id>]: Content<Responses<Id>[Status]> extends undefined
    ? { status: Status }
    : { status: Status; body: Content<Responses<Id>[Status]> }
}[Success<Id>]

/** One handler for each operation: none missing, none extra, none answering what the contract does not declare. */
export type Operations<Context> = {
  [Id in OperationId]: (input: Input<Id>, context: Context) => Promise<Output<Id>>
}
