/** A client of the monitoring service: one function for each operation of its contract, which returns data or throws. */
import { createCalls } from './generated/calls.gen.ts'
import { createClient } from './runtime/client.ts'
import type { CallOptions, ClientOptions } from './runtime/options.ts'

export type * from './generated/types.gen.ts'
export type { Call, Result } from './runtime/call.ts'
export * from './runtime/errors.ts'
export type { CallEvent, CallOptions, ClientOptions } from './runtime/options.ts'
export type { Credentials, Session as CallerSession } from './runtime/session.ts'
export type { CallResponse } from './runtime/transport.ts'

export type Monitoring = ReturnType<typeof createMonitoring>

/**
 * Makes a client. Nothing is sent yet.
 *
 * Every function rejects with an {@link ApiError} if the service refuses (service document, part 7), with a
 * {@link ResponseError} if the answer is not one of this service, with a {@link ConnectionError} if no complete answer
 * comes, with a {@link TimeoutError} if it does not come in time, with the reason of `signal` if that ends the call,
 * and with a `TypeError`, before anything is sent, if an id is empty, `.` or `..`, if a header is malformed, or if a
 * parameter is given but undefined, so that `{ before: undefined }` never means "all time". Beside the
 * refusals named at each function, any may meet 413 `PAYLOAD_TOO_LARGE`, 500 `INTERNAL_ERROR` and 503 `UNAVAILABLE`,
 * the last with `retryAfter` in seconds.
 *
 * All timestamps are texts, RFC 3339 in UTC. Roles, incident types and statuses and error codes may grow: expect
 * values that you do not know.
 *
 * @throws TypeError if `baseUrl` is malformed, or is `http:` to another machine without `allowInsecure`.
 */
export function createMonitoring(options: ClientOptions) {
  const client = createClient(options)
  // Picked, so that nothing else a caller's object holds can replace a part of the request.
  return createCalls(({ signal, headers, timeout, maxRetries }: CallOptions = {}) => ({
    client,
    signal,
    headers,
    timeout,
    maxRetries,
  }))
}
