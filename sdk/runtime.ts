/** What the generated operations run on, in place of hey-api's client: one request, answered with data or an error. */
import { buildUrl, checkBaseUrl } from './address.ts'
import { ApiError, ConnectionError, ResponseError } from './errors.ts'
import type { Credentials, Security } from './headers.ts'
import { buildHeaders } from './headers.ts'
import { readReply, readText } from './reply.ts'

/** How to reach the service, and as whom. */
export interface ClientOptions extends Credentials {
  /** Where the service is, such as `https://monitoring.example/base`. There is no default. */
  baseUrl: string
  /** Permits `http:` to other machines. Whoever is on the way can then read passwords and tokens. */
  allowInsecure?: boolean | undefined
  /** Used in place of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
  /** Sent with every request, to every operation: no place for credentials. */
  headers?: Record<string, string> | undefined
}

/** What can be said about one call. */
export interface CallOptions {
  /** Ends the call. It then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined
  /** Sent with this request, over the client's headers of the same names. */
  headers?: Record<string, string> | undefined
}

/** One call, as the generated operations put it. */
export interface Call extends CallOptions {
  url: string
  path?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  security?: readonly Security[]
  responseStyle?: 'data'
}

/** The success body, by the map of an operation's success statuses to bodies. */
export type RequestResult<Responses, _Errors, _ThrowOnError, _Style> = Promise<Responses[keyof Responses]>

type Send = <Responses, Errors, ThrowOnError = true, Style = 'data'>(
  call: Call,
) => RequestResult<Responses, Errors, ThrowOnError, Style>

export interface Client {
  get: Send
  put: Send
  post: Send
  delete: Send
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
  [Part in keyof Data as Exclude<Part, 'url'>]:
    | Data[Part]
    | (Record<never, never> extends Pick<Data, Part> ? undefined : never)
}

export function createClient(options: ClientOptions): Client {
  const base = checkBaseUrl(options.baseUrl, options.allowInsecure)
  const send =
    (method: string): Send =>
    async ({ url: path, path: parameters, query, body, headers, signal, security = [] }) => {
      const call = { method, path }
      const url = buildUrl(base, call, parameters, query)
      signal?.throwIfAborted()
      const given = { ...options.headers, ...headers }
      const request: RequestInit = {
        method,
        headers: await within(signal, buildHeaders(call, given, body !== undefined, security, options)),
        body: body === undefined ? null : JSON.stringify(body),
        signal: signal ?? null,
        // A redirect that is followed would take the credentials along.
        redirect: 'manual',
        credentials: 'omit',
      }
      try {
        const response = await (options.fetch ?? globalThis.fetch)(url, request)
        return readReply(call, response, await readText(response)) as never
      } catch (error) {
        if (error instanceof ApiError || error instanceof ResponseError) throw error
        if (signal?.aborted) throw signal.reason
        throw new ConnectionError(call, 'no complete answer came', { cause: error })
      }
    }
  return { get: send('GET'), put: send('PUT'), post: send('POST'), delete: send('DELETE') }
}

/** Waits no longer than the signal allows: fetch heeds it, but whoever fetches a token or key may not. */
async function within<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (!signal) return work
  let stop = () => {}
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop)
  })
  return Promise.race([work, stopped]).finally(() => signal.removeEventListener('abort', stop))
}
