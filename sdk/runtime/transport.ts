/** Creates a client, which sends calls: it makes requests, with retries and a renewed token, until there is a final response. */
import { buildUrl, parseBaseUrl } from './build-url.ts'
import { createCall } from './call.ts'
import type { Client } from './client.ts'
import { CallError, type Failure, TimeoutError } from './errors.ts'
import type { CallEventDetails } from './events.ts'
import type { CallRequest, CallResponse } from './exchange.ts'
import { mergeHeaders } from './headers.ts'
import { type CallOptions, type ClientOptions, checkNumbers } from './options.ts'
import { mayHaveApplied, retryDelay } from './retry.ts'
import { sendRequest } from './send-request.ts'
import type { Renewal } from './session.ts'
import { withDeadline } from './timeout.ts'

/**
 * Creates a client for the functions of `@monitoring-service/sdk/operations`. It sends nothing.
 *
 * @param options The address of the service, credentials, timeouts and retries.
 * @throws TypeError if `baseUrl` is malformed, or is `http:` to another machine without `allowInsecure`, or if `session` has
 * a `refresh` without `withRefresh`.
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, allowInsecure, session } = options
  checkNumbers(options)
  // A copy: what the caller does to its object later changes no call.
  const client = { ...options, baseUrl: parseBaseUrl(baseUrl, allowInsecure) }
  if (session?.refresh) throw new TypeError('refresh needs withRefresh')
  // A budget of 20 keeps retries from overloading a failing service. One retry comes back in ten seconds, or after ten successes.
  let left = 20
  let counted = 0
  const budget: Budget = (change) => {
    const now = performance.now() / 10_000
    // A jump of the clock, either way, counts as time that has passed.
    left = Math.min(20, left + Math.abs(now - counted)) + change
    counted = now
    return Math.floor(left)
  }
  return {
    baseUrl,
    send: (call, options = {}) => createCall(sendCall(call, options, client, budget)),
  }
}

/** Changes the number of retries that a client may still make, and returns the whole ones. */
type Budget = (change: number) => number

/** Rejects with the caller's own errors only. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: cut in two, it weighs more than a bundle may (lab/bench/sdk/size.ts)
async function sendCall(call: CallRequest, options: CallOptions, client: ClientOptions, budget: Budget) {
  const { method, path, security } = call
  const { timeout: usual = 15_000, adminKey, session } = client
  const { timeout = usual, callTimeout = client.callTimeout, maxRetries = client.maxRetries ?? 2 } = options
  // Goes out with the response or the error. maybeApplied: a write of this call may have happened.
  const tally = { attempts: 0, maybeApplied: false }
  const start = performance.now()
  let token: string | undefined
  const renewal: Renewal = {}
  let retries = 0

  const emit = async (details: CallEventDetails) => {
    const milliseconds = performance.now() - start
    try {
      await client.onEvent?.({ method, path, attempt: tally.attempts, milliseconds, ...details })
    } catch {}
  }

  /** Makes requests until there is a response, or a failure after which there is no further one. */
  const attemptAll = async (signal: AbortSignal): Promise<CallResponse | Failure> => {
    const url = buildUrl(client.baseUrl, call)
    // Made once: what the caller does to its object later changes no request.
    const body = JSON.stringify(call.body) as string
    const attempt = async (ended: AbortSignal) => {
      let credential: string | undefined
      if (security === 'authorization') {
        token = renewal.token ?? (await session?.token())
        if (token) credential = `Bearer ${token}`
      } else if (security) credential = typeof adminKey === 'function' ? await adminKey() : adminKey
      const operation = { method, path, attempt: tally.attempts + 1 }
      const headers = await mergeHeaders(
        call,
        [
          { accept: 'application/json' },
          client.headers,
          options.headers,
          { 'content-type': body && 'application/json', [security as string]: credential },
        ],
        operation,
      )
      if (ended.aborted) return
      tally.attempts++
      emit({ type: 'request' })
      // The listener of the event may have aborted the call.
      if (ended.aborted) return
      tally.maybeApplied = method !== 'GET'
      // Following a redirect would send the credentials along.
      return sendRequest(
        call,
        url,
        { method, headers, body, signal: ended, redirect: 'manual', credentials: 'omit' },
        operation,
        client,
      )
    }
    for (;;) {
      const { maybeApplied } = tally
      const outcome =
        (await withDeadline(signal, timeout, attempt)) ??
        new TimeoutError(call, `no complete response within ${timeout} ms`)
      // A write may have happened if that of an earlier request may have, or if this failure does not exclude it.
      tally.maybeApplied &&= maybeApplied || (outcome instanceof CallError && mayHaveApplied(outcome))
      if (!(outcome instanceof CallError)) {
        budget(0.1)
        return Object.assign(outcome, tally)
      }
      // Undefined if a rejected token was renewed: the next request follows without a pause.
      const failure = session?.renew ? await session.renew(outcome, token, renewal, signal, timeout, usual) : outcome
      const pause = retries < maxRetries && budget(0) && retryDelay(outcome, retries, client.maxRetryAfter)
      if (!pause && failure) return failure
      emit({ type: 'failure', error: Object.assign(outcome, tally), retriesLeft: budget(0), final: false })
      if (pause) {
        budget(-1)
        retries++
        emit({ type: 'retry', pause })
        await withDeadline(signal, pause)
      }
    }
  }

  emit({ type: 'start' })
  try {
    checkNumbers(options)
    const outcome =
      (await withDeadline(options.signal, callTimeout, attemptAll)) ??
      new TimeoutError(call, `no complete response within ${callTimeout} ms`)
    if (outcome instanceof CallError)
      emit({ type: 'failure', error: Object.assign(outcome, tally), retriesLeft: budget(0), final: true })
    else emit({ type: 'success', requestId: outcome.requestId, status: outcome.response.status })
    return outcome
  } catch (reason) {
    emit({ type: 'abort', maybeApplied: tally.maybeApplied })
    throw reason
  }
}
