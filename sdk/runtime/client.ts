/** The client that the generated functions take, and their options. */
import type { Call } from './call.ts'
import type { CallRequest } from './exchange.ts'
import type { CallOptions } from './options.ts'

/** A client for the functions of `@monitoring-service/sdk/operations`. */
export interface Client {
  /** The address of the service, as it was given; part of the keys of queries. */
  readonly baseUrl: string
  /** Sends a request of the contract. Of the options, only those of {@link CallOptions} are read. */
  send<Responses, Errors>(request: CallRequest, options?: CallOptions): Call<Responses, Errors>
}

interface Input {
  url: string
  body?: unknown
  path?: unknown
  query?: unknown
}

/** The client, the input of an operation, and the options of the call. Optional parts may be undefined. */
export type Options<Data extends Input = Input> = CallOptions & { client: Client } & {
  [Part in keyof Data as Exclude<Part, 'url'>]:
    | Data[Part]
    | (Record<never, never> extends Pick<Data, Part> ? undefined : never)
}
