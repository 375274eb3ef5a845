/** The bodies of each operation as types, for calls and for changes of a scenario. */
import type { OperationId } from '@monitoring-service/contract'
import type { operations } from '@monitoring-service/contract/types'
import type { Exchange } from './exchange.ts'

type Content<T> = T extends { content: { 'application/json': infer Body } } ? Body : never

/** The JSON bodies of an operation's responses. */
export type ResponseBody<O extends OperationId> = Content<operations[O]['responses'][keyof operations[O]['responses']]>

/** Some fields of a body, at any depth. Lists and other values are replaced as a whole. */
export type Change<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]?: Change<T[K]> } : T

/** A request that a test asks for. */
export interface Call<O extends OperationId> extends Omit<Exchange, 'operationId' | 'body'> {
  operationId?: O
  /** As sent; the mock may have rejected it. */
  body?: Content<operations[O]['requestBody']>
}
