/** Types of an operation's input and output, derived from the contract. */
import type { OperationId, operations as table } from '@monitoring-service/contract'
import type { operations } from '@monitoring-service/contract/types'
import type { Member } from './store/store.ts'

type JsonBody<T> = T extends { content: { 'application/json': infer Body } } ? Body : undefined
type OrEmpty<T> = [T] extends [undefined] ? Record<never, never> : NonNullable<T>

/** Query parameters; those with a default are always present. */
export type QueryOf<Query, Defaults> = OrEmpty<Query> &
  Required<Pick<OrEmpty<Query>, keyof OrEmpty<Query> & keyof Defaults>>

/** A user with a token, or the holder of the admin API key. */
export type Caller = Member | 'operator'

type SecurityOf<Id extends OperationId> = (typeof table)[Id]['security']
type CallerOf<Id extends OperationId> =
  SecurityOf<Id> extends { scheme: 'bearerAuth' }
    ? Member
    : SecurityOf<Id> extends { scheme: 'adminApiKey' }
      ? 'operator'
      : undefined

export interface Input<Id extends OperationId> {
  path: OrEmpty<operations[Id]['parameters']['path']>
  query: QueryOf<operations[Id]['parameters']['query'], (typeof table)[Id]['defaults']>
  body: JsonBody<operations[Id]['requestBody']>
  caller: CallerOf<Id>
}

/** The declared statuses that begin with 2. */
type SuccessStatus<Responses> = {
  [Status in keyof Responses & number]: `${Status}` extends `2${string}` ? Status : never
}[keyof Responses & number]

/** A result with any of the declared success statuses, and with a body where one is declared. */
export type OutputOf<Responses> = {
  [Status in SuccessStatus<Responses>]: JsonBody<Responses[Status]> extends undefined
    ? { status: Status }
    : { status: Status; body: JsonBody<Responses[Status]> }
}[SuccessStatus<Responses>]

/** The input of an operation that is known at run time only. */
export interface AnyInput {
  path: object
  query: object
  body: unknown
  caller: Caller | undefined
}

export interface AnyOutput {
  status: number
  body?: unknown
}

/** Exactly one handler per operation, which returns only what the contract declares. */
export type Operations<Context> = {
  [Id in OperationId]: (input: Input<Id>, context: Context) => Promise<OutputOf<operations[Id]['responses']>>
}
