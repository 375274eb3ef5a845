/** The part of `fetch` that the client uses, so that the `fetch` of other packages, such as undici, fits. */

/** What a request consists of. */
export interface FetchInit {
  method: string
  /** Names are in lower case. A function that wraps `fetch` may add more. */
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
  redirect: 'manual'
  credentials: 'omit'
}

/** What the client reads of a response. */
export interface FetchedResponse {
  readonly ok: boolean
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: { getReader(): object } | null
  /** Read if there is no `body`, as in implementations without streams. */
  text(): Promise<string>
}

/** Sends a request. The global `fetch` and that of undici are of this type. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchedResponse>
