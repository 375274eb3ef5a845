/** The options of a client and of a single call. */
import type { Endpoint, Failure } from './errors.ts'
import type { Fetch } from './fetch.ts'
import type { Credentials } from './session.ts'

/** Where the service is, which credentials to send, and how long to wait and retry. */
export interface ClientOptions extends Credentials {
  /** Address of the service, such as `https://monitoring.example/base`. Required. */
  baseUrl: string
  /** Permits `http:` to other machines. Anyone on the network path can then read passwords and tokens. */
  allowInsecure?: boolean | undefined
  /** Milliseconds for one attempt, its body included. Default: 15,000. `Infinity` disables it. */
  timeout?: number | undefined
  /** How often a call is retried, where that is safe. Default: 2. */
  maxRetries?: number | undefined
  /** The longest `Retry-After` to wait for, in milliseconds. Default: 30,000. The call fails at once if it is longer. */
  maxRetryAfter?: number | undefined
  /** The longest body to accept, in characters. Default: 10,000,000. */
  maxResponseLength?: number | undefined
  /** Replaces the global `fetch`: to use a proxy or a certificate, or to change the requests. */
  fetch?: Fetch | undefined
  /** Sent with every request to every operation. Do not put credentials here. */
  headers?: Record<string, string> | undefined
  /** Called for each event, for logs and metrics. Events have no headers, bodies or ids. Exceptions are ignored. */
  onEvent?: ((event: CallEvent) => void) | undefined
  /** Checks the data of every success: `validate` of `@monitoring-service/sdk/validators`. */
  validate?: Validate | undefined
}

/** Returns a description of the first violation in the data of a success, or undefined if there is none. */
export type Validate = (call: Endpoint, data: unknown) => string | undefined

/** The options of one call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  signal?: AbortSignal | null | undefined
  /** Sent with this call. Overrides client headers of the same names. */
  headers?: Record<string, string> | undefined
  /** Overrides the client's timeout. */
  timeout?: number | undefined
  /** Overrides the client's number of retries. */
  maxRetries?: number | undefined
}

/** An event in the course of a call. */
export type CallEvent = {
  method: string
  /** The path template. */
  path: string
  /** The number of the request that the event is about, from 1. */
  attempt: number
  /** Time since the call began. */
  milliseconds: number
} & CallEventDetails

export type CallEventDetails =
  | { type: 'request' }
  | { type: 'success'; status: number; requestId: string | undefined }
  | { type: 'failure'; error: Failure }
  /** The next request follows after `pause` milliseconds. */
  | { type: 'retry'; pause: number }
