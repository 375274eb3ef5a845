/** Options for TanStack Query: a read or a write of the service, by the function of its operation. */
import type {
  DataTag,
  InfiniteData,
  MutationFunction,
  QueryFunction,
  UseInfiniteQueryOptions,
  UseMutationOptions,
  UseQueryOptions,
} from '@tanstack/react-query'
import type { Call } from './call.ts'
import type { Client } from './client.ts'
import type { Thrown } from './errors.ts'
import type { HeadersOption } from './headers.ts'
import type { CallOptions } from './options.ts'
import { nextPage, type Page, type Paginated } from './pagination.ts'

/** Identifies a query: the operation, the address of the service, and the input. */
export type QueryKey = readonly [
  {
    _id: string
    baseUrl: string
    _infinite?: true
    path?: unknown
    query?: unknown
    headers?: Record<string, string>
  },
]

type Data<Responses> = Responses[keyof Responses]
type AnyOptions = CallOptions & { client: Client; path?: unknown; query?: unknown }
type Operation<Input, Responses, Errors> = (options: Input) => Call<Responses, Errors>

/** The options of a query. */
export type Query<Responses, Errors> = Omit<
  UseQueryOptions<Data<Responses>, Thrown<Errors>, Data<Responses>, QueryKey>,
  'queryKey' | 'queryFn'
> & {
  queryKey: DataTag<QueryKey, Data<Responses>, Thrown<Errors>>
  queryFn: QueryFunction<Data<Responses>, QueryKey>
}

type AllPages<Responses> = InfiniteData<Data<Responses>, number>

/** The options of a query for all pages of a list. */
export type Infinite<Responses, Errors> = Omit<
  UseInfiniteQueryOptions<Data<Responses>, Thrown<Errors>, AllPages<Responses>, QueryKey, number>,
  'queryKey' | 'queryFn'
> & {
  queryKey: DataTag<QueryKey, AllPages<Responses>, Thrown<Errors>>
  queryFn: QueryFunction<Data<Responses>, QueryKey, number>
}

/** The options of a mutation, whose key names its operation. */
export interface Mutation<Responses, Errors, Input, Given extends keyof Input>
  extends UseMutationOptions<Data<Responses>, Thrown<Errors>, MutationInput<Input, Given>> {
  mutationKey: QueryKey
  mutationFn: MutationFunction<Data<Responses>, MutationInput<Input, Given>>
}

/** The source of the options of a mutation: the client, and the parts that are the same in each of its calls. */
export type MutationDefaults<Input, Given extends keyof Input> = Pick<Input, Given | ('client' & keyof Input)>

/** The parts that each call of a mutation adds. Without a required one, a call may add nothing. */
export type MutationInput<Input, Given extends keyof Input> = OrNothing<
  Omit<Input, Given | 'client'> & Partial<Pick<Input, Given>>
>

// TanStack Query takes `mutate()` for variables that may be void.
// biome-ignore lint/suspicious/noConfusingVoidType: undefined would have to be passed
type OrNothing<Input> = Record<never, never> extends Input ? Input | void : Input

export function toKey(id: string, { client, path, query, headers }: AnyOptions, isInfinite?: true): QueryKey {
  const key = { _id: id, baseUrl: client.baseUrl, ...(isInfinite && { _infinite: isInfinite }) }
  return [{ ...key, ...(path ? { path } : {}), ...(query ? { query } : {}), ...(headers && headersInKey(headers)) }]
}

export function toQuery<Input extends AnyOptions, Responses, Errors>(
  id: string,
  operation: Operation<Input, Responses, Errors>,
  options: Input,
): Query<Responses, Errors> {
  const queryKey = toKey(id, options) as Query<Responses, Errors>['queryKey']
  return { queryKey, queryFn: async ({ signal }) => operation({ ...options, signal }) }
}

/** The options of an infinite query, whose pages begin with that of `options.query`, or the first one. */
export function toInfinite<Input extends AnyOptions, Responses, Errors>(
  id: string,
  operation: (options: Input) => Paginated<unknown>,
  options: Input,
): Infinite<Responses, Errors> {
  const { page = 1 } = (options.query ?? {}) as { page?: number }
  return {
    queryKey: toKey(id, options, true) as Infinite<Responses, Errors>['queryKey'],
    // By `pages`, which fails if the service returns another page.
    queryFn: async ({ pageParam, signal }) => {
      const list = operation({ ...options, query: { ...(options.query as object), page: pageParam }, signal })
      const { value } = await list.pages()[Symbol.asyncIterator]().next()
      return value
    },
    initialPageParam: page,
    getNextPageParam: (last) => nextPage(last as Page<unknown>),
  }
}

/** @throws TypeError if the signal of a call is no AbortSignal, as after a mutation was stored and resumed. */
export function toMutation<Input extends AnyOptions, Responses, Errors, Given extends keyof Input>(
  id: string,
  operation: Operation<Input, Responses, Errors>,
  defaults: MutationDefaults<Input, Given>,
): Mutation<Responses, Errors, Input, Given> {
  return {
    mutationKey: toKey(id, defaults as AnyOptions),
    mutationFn: async (input) => {
      const options = { ...defaults, ...(input as object) } as Input
      if (options.signal && !('aborted' in options.signal))
        throw new TypeError('signal is no AbortSignal: do not store it')
      return operation(options)
    },
  }
}

/** The headers of a query as a part of its key. Those of a function are none: they are made anew for each request. */
function headersInKey(headers: HeadersOption): { headers?: Record<string, string> } {
  if (typeof headers === 'function') return {}
  const entries = Symbol.iterator in headers ? [...(headers as [string, string][])] : Object.entries(headers)
  const given = entries.filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { headers: Object.fromEntries(new Headers(given)) }
}
