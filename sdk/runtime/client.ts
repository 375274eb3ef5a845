/** The client that the generated operations use in place of hey-api's: it turns requests into calls. */
import { type Call, createCall } from './call.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { type CallRequest, createTransport } from './transport.ts'

/** The return type of a generated operation, by its maps of success and error statuses to bodies. */
export type RequestResult<Responses, Errors, _ThrowOnError, _Style> = Call<Responses, Errors>

type Send = <Responses, Errors, _ThrowOnError = true, _Style = 'data'>(
  call: Omit<CallRequest, 'method'>,
) => Call<Responses, Errors>

export interface Client {
  get: Send
  put: Send
  post: Send
  delete: Send
  /** Part of the generated query keys. */
  baseUrl: string
}

/** The type of an operation's `meta` option, which this client ignores. */
export type ClientMeta = Record<never, never>

export interface TDataShape {
  url: string
  body?: unknown
  path?: unknown
  query?: unknown
}

/** The input of a generated operation. Optional parts may be undefined, so that arguments can be passed through. */
export type Options<Data extends TDataShape, _ThrowOnError, _Response> = CallOptions & {
  /** Ignored; the generated query options mention it. */
  baseUrl?: string
  throwOnError?: true
} & {
  [Part in keyof Data as Exclude<Part, 'url'>]:
    | Data[Part]
    | (Record<never, never> extends Pick<Data, Part> ? undefined : never)
}

/**
 * Creates a client for the functions of `@monitoring-service/sdk/operations`. It sends nothing.
 *
 * @throws TypeError if `baseUrl` is malformed, or is `http:` to another machine without `allowInsecure`.
 */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options)
  const send =
    (method: string): Send =>
    (call) =>
      createCall(transport({ ...call, method }))
  return {
    get: send('GET'),
    put: send('PUT'),
    post: send('POST'),
    delete: send('DELETE'),
    baseUrl: options.baseUrl,
  }
}
