/** The part of `fetch` that the client uses, so that the `fetch` of other packages, such as undici, fits. */

/** The parts of a request. */
export interface FetchInit {
  method: string
  /** Names are in lower case. A function that wraps `fetch` may add more. */
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
  redirect: 'manual'
  credentials: 'omit'
}

/** The parts of a response that the client reads. */
export interface FetchedResponse {
  readonly ok: boolean
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: { getReader(): object } | null
  /** Read if there is no `body`, as in implementations without streams. */
  text(): Promise<string>
}

/** Which request of which operation is sent: functions for headers and a `fetch` of the caller's own receive it. */
export interface RequestedOperation {
  method: string
  /** The path template. `operationIds` has the name of the operation, by method and path template. */
  path: string
  /** The number of the request within its call, from 1. */
  attempt: number
}

/**
 * Sends a request. The global `fetch` and that of undici are of this type. What it rejects with is a lost connection if it is
 * a `TypeError` or has a system's code; any other error passes as it is, and ends the call.
 */
export type Fetch = (url: string, init: FetchInit, operation: RequestedOperation) => Promise<FetchedResponse>
