/** What the generated operations run on, in place of hey-api's client: it makes calls of them. */
import { type Call, createCall } from './call.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { type CallRequest, createTransport } from './transport.ts'

/** By the maps of an operation's success and error statuses to bodies. */
export type RequestResult<Responses, Errors, _ThrowOnError, _Style> = Call<Responses, Errors>

type Send = <Responses, Errors, _ThrowOnError = true, _Style = 'data'>(
  call: Omit<CallRequest, 'method'>,
) => Call<Responses, Errors>

export interface Client {
  get: Send
  put: Send
  post: Send
  delete: Send
  /** The generated query keys hold the base URL. */
  baseUrl: string
}

/** Nothing is known of the `meta` that an operation can be given. */
export type ClientMeta = Record<never, never>

export interface TDataShape {
  url: string
  body?: unknown
  path?: unknown
  query?: unknown
}

/** What a generated operation takes. Its optional parts may be undefined, too, so that arguments pass through. */
export type Options<Data extends TDataShape, _ThrowOnError, _Response> = CallOptions & {
  /** Of no use but to the generated query options, which mention them. */
  baseUrl?: string
  throwOnError?: true
} & {
  [Part in keyof Data as Exclude<Part, 'url'>]:
    | Data[Part]
    | (Record<never, never> extends Pick<Data, Part> ? undefined : never)
}

/**
 * Makes a client for the functions of `@monitoring-service/sdk/operations`. Nothing is sent yet.
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
