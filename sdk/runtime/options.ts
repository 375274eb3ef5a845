/** What can be said about a client, and about one call. */
import type { Failure } from './errors.ts'
import type { Validate } from './response.ts'
import type { Credentials } from './session.ts'

/** How to reach the service, as whom, and how patiently. */
export interface ClientOptions extends Credentials {
  /** Where the service is, such as `https://monitoring.example/base`. There is no default. */
  baseUrl: string
  /** Permits `http:` to other machines. Whoever is on the way can then read passwords and tokens. */
  allowInsecure?: boolean | undefined
  /** How long one attempt may take, in milliseconds, its body included; 15,000. `Infinity` for no end. */
  timeout?: number | undefined
  /** How often a call is repeated, if that is safe; 2. */
  maxRetries?: number | undefined
  /** The longest `Retry-After` to wait for, in milliseconds; 30,000. After a longer one the call fails at once. */
  maxRetryAfter?: number | undefined
  /** The longest body to accept, in characters; 10,000,000. */
  maxResponseLength?: number | undefined
  /** Used in place of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
  /** Sent with every request, to every operation: no place for credentials. */
  headers?: Record<string, string> | undefined
  /** Told what happens, for logs and metrics: no headers, no bodies, no ids. What it throws is ignored. */
  onEvent?: ((event: CallEvent) => void) | undefined
  /** Judges the data of every success: `validate` of `@monitoring-service/sdk/validators`. */
  validate?: Validate | undefined
}

/** What can be said about one call. */
export interface CallOptions {
  /** Ends the call. It then rejects with the reason of the signal. */
  signal?: AbortSignal | null | undefined
  /** Sent with this call, over the client's headers of the same names. */
  headers?: Record<string, string> | undefined
  /** In place of the client's. */
  timeout?: number | undefined
  /** In place of the client's. */
  maxRetries?: number | undefined
}

/** Something that happened in a call. */
export type CallEvent = {
  method: string
  /** The path template. */
  path: string
  /** The number of the request that it is about, from 1. */
  attempt: number
  /** Since the call began. */
  milliseconds: number
} & CallEventDetails

export type CallEventDetails =
  | { type: 'request' }
  | { type: 'success'; status: number; requestId: string | undefined }
  | { type: 'failure'; error: Failure }
  /** The next request follows after so many milliseconds. */
  | { type: 'retry'; pause: number }

/** What a mutation of TanStack Query is made with: the client, and whatever is the same in each of its calls. */
export type MutationDefaults<Options extends { client: unknown }> = Pick<Options, 'client'> & Partial<Options>

/** What each call of a mutation adds. */
export type MutationInput<Options extends { client: unknown }> = Omit<Options, 'client'> &
  Partial<Pick<Options, 'client'>>
