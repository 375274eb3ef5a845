/** The main entry: a client with one function for each operation of the contract, which returns data or throws. */
import { createCalls, type Monitoring } from './generated/calls.gen.ts'
import { deriveClient } from './runtime/derive-client.ts'
import type { CallOptions, ClientOptions } from './runtime/options.ts'
import { createClient } from './runtime/transport.ts'

export type { Monitoring } from './generated/calls.gen.ts'
export type { Call, Result } from './runtime/call.ts'
export type { Client } from './runtime/client.ts'
export type { CallResponse } from './runtime/exchange.ts'
export type { Page, Paginated } from './runtime/pagination.ts'
export * from './runtime/shared-exports.ts'

/**
 * Creates a client. It sends nothing.
 *
 * Every function rejects with an {@link ApiError} if the service answers with an error of the contract (service
 * document, part 7), with a {@link ResponseError} if the response does not follow the contract, with a
 * {@link ConnectionError} if no complete response arrives, with a {@link TimeoutError} if it does not arrive in time, with
 * the reason of `signal` if that aborts the call, and with a `TypeError`, before anything is sent, if an id is empty, `.`
 * or `..`, if a header is malformed, or if a parameter is passed as undefined, so that `{ before: undefined }` never means
 * "all time". Besides the errors listed at each function, any operation may answer 413 `PAYLOAD_TOO_LARGE`, 500
 * `INTERNAL_ERROR` and 503 `UNAVAILABLE` (nothing was done), and any write 503 `OUTCOME_UNKNOWN` (it may have been
 * done, a reset of statistics in part), the last two with `retryAfter` in seconds.
 *
 * All timestamps are strings, RFC 3339 in UTC. The service may add roles, incident types and statuses and error codes:
 * handle unknown values.
 *
 * @throws TypeError if `baseUrl` is malformed, or is `http:` to another machine without `allowInsecure`, or if `session` has
 * a `refresh` without `withRefresh`.
 */
export function createMonitoring(options: ClientOptions): Monitoring {
  return createCalls(createClient(options))
}

/**
 * Derives a client from another: its calls have these options unless they have their own. Both share the session, a refresh
 * that is under way, and the retry budget.
 *
 * @param monitoring The other client, which stays as it is.
 * @param options What a call can have: signal, headers, timeouts and number of retries. Headers are added to those of the
 * other client, and override them by name.
 * @throws TypeError if a number is too small or NaN.
 */
export function withOptions(monitoring: Monitoring, options: CallOptions): Monitoring {
  return createCalls(deriveClient(monitoring.client, options))
}
