/** The parts of the options for TanStack Query that hey-api does not generate. */
import type { HeadersOption } from './headers.ts'

/** Options of a TanStack Query mutation: the client, and the parts that are the same in each of its calls. */
export type MutationDefaults<Options extends { client: unknown }, Given extends keyof Options> = Pick<
  Options,
  'client' | Given
>

/** The parts that each call of a mutation adds. Without a required one, a call may add nothing. */
export type MutationInput<Options, Given extends keyof Options> = OrNothing<
  Omit<Options, Given | 'client'> & Partial<Pick<Options, Given>>
>

// TanStack Query takes `mutate()` for variables that may be void.
// biome-ignore lint/suspicious/noConfusingVoidType: undefined would have to be passed
type OrNothing<Input> = Record<never, never> extends Input ? Input | void : Input

/** The options of a call: what a mutation has, and what its call adds. */
export function mergeInput<Options>(defaults: object, input: unknown): Options {
  return { ...defaults, ...(input as object) } as Options
}

/** The headers of a query as a part of its key. Those of a function are none: they are made anew for each request. */
export function headersInKey(headers: HeadersOption): { headers?: Record<string, string> } {
  if (typeof headers === 'function') return {}
  const entries = Symbol.iterator in headers ? [...(headers as [string, string][])] : Object.entries(headers)
  const given = entries.filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { headers: Object.fromEntries(new Headers(given)) }
}
