/** The options of a client and of a single call. */
import type { Endpoint } from './errors.ts'
import type { CallEvent } from './events.ts'
import type { Fetch } from './fetch.ts'
import type { HeadersOption } from './headers.ts'
import type { Credentials } from './session.ts'

/** Where the service is, which credentials to send, and how long to wait and retry. */
export interface ClientOptions extends Credentials {
  /** Address of the service, such as `https://monitoring.example/base`. Required. */
  baseUrl: string
  /** Permits `http:` to other machines. Anyone on the network path can then read passwords and tokens. */
  allowInsecure?: boolean | undefined
  /**
   * Milliseconds for one attempt: fetching the token, the request, and reading the body. A refresh may take as long again.
   * Default: 15,000. `Infinity` disables it.
   */
  timeout?: number | undefined
  /** Milliseconds for a whole call: its attempts, the delays between them, and a refresh. Default: no limit. */
  callTimeout?: number | undefined
  /** How often a call is retried, where that is safe. Default: 2. */
  maxRetries?: number | undefined
  /** The longest `Retry-After` to wait for, in milliseconds. Default: 30,000. The call fails at once if it is longer. */
  maxRetryAfter?: number | undefined
  /** The longest body to accept, in characters. Default: 10,000,000. */
  maxResponseLength?: number | undefined
  /** Replaces the global `fetch`: for a proxy, for certificates, or to wrap each request. */
  fetch?: Fetch | undefined
  /** Sent with every request to every operation. Do not put credentials here. */
  headers?: HeadersOption | undefined
  /** Called for each event, for logs and metrics. Events have no headers, bodies or ids. Exceptions and rejections are ignored. */
  onEvent?: ((event: CallEvent) => unknown) | undefined
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
  headers?: HeadersOption | undefined
  /** Overrides the client's timeout. */
  timeout?: number | undefined
  /** Overrides the client's limit for the whole call. */
  callTimeout?: number | undefined
  /** Overrides the client's number of retries. */
  maxRetries?: number | undefined
}

/** @throws TypeError if a number is too small or NaN, as `Number(undefined)` is. */
export function checkNumbers(options: ClientOptions | CallOptions): void {
  const minima = { callTimeout: 1, timeout: 1, maxResponseLength: 1, maxRetries: 0, maxRetryAfter: 0 }
  for (const [name, minimum] of Object.entries(minima)) {
    const { [name as keyof typeof options]: value = minimum } = options
    if (!(typeof value === 'number' && value >= minimum)) {
      throw new TypeError(`${name}: ${value} is malformed`)
    }
  }
}
