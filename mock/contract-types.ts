/** The bodies of each operation as types. */
import type { OperationId } from '@monitoring-service/contract'
import type { operations } from '@monitoring-service/contract/types'
import type { Exchange } from './exchange.ts'

type Content<T> = T extends { content: { 'application/json': infer Body } } ? Body : never

/** The JSON bodies of an operation's responses. */
export type ResponseBody<O extends OperationId> = Content<operations[O]['responses'][keyof operations[O]['responses']]>

/** A request that a test asks for. */
export interface Call<O extends OperationId> extends Omit<Exchange, 'operationId' | 'body'> {
  operationId?: O
  /** As sent; the mock may have rejected it. */
  body?: Content<operations[O]['requestBody']>
}
