/** Sends a call: makes requests, with retries and a renewed token, until there is a final response. */
import { buildUrl, parseBaseUrl } from './build-url.ts'
import { CallError, type Failure, TimeoutError } from './errors.ts'
import { createEmitter } from './events.ts'
import type { CallRequest, CallResponse, Received } from './exchange.ts'
import type { FetchInit } from './fetch.ts'
import { buildHeaders } from './headers.ts'
import { type ClientOptions, checkNumbers } from './options.ts'
import { mayHaveApplied, retryDelay } from './retry.ts'
import { createRetryBudget } from './retry-budget.ts'
import { sendRequest } from './send-request.ts'
import { createCredentialSource, type Renewal } from './session.ts'
import { late, limit, sleep } from './timeout.ts'

/** Sends a call. Rejects with the caller's own errors only. */
export type Transport = (call: CallRequest) => Promise<CallResponse | Failure>

export function createTransport(options: ClientOptions): Transport {
  checkNumbers(options)
  const base = parseBaseUrl(options.baseUrl, options.allowInsecure)
  const credentials = createCredentialSource(options)
  const budget = createRetryBudget()

  return async (call) => {
    const { method, security: scheme, signal } = call
    const { timeout = options.timeout ?? 15_000, maxRetries = options.maxRetries ?? 2 } = call
    const tally = { attempts: 0, maybeApplied: false }
    const emit = createEmitter(call, options.onEvent, tally)
    const isOfRefresh = credentials.inRefresh
    let retries = 0
    let credential: string | undefined
    let renewed: Renewal | undefined

    const timedOut = (awaited: string, cause?: Failure) =>
      new TimeoutError(call, `no ${awaited} within ${timeout} ms`, cause && { cause })

    async function attempt(url: string): Promise<Received | Failure> {
      let isSent = false
      const result = await limit(signal, timeout, async (ended) => {
        credential = renewed?.token ?? (scheme && (await credentials.get(scheme)))
        const headers = await buildHeaders(call, options.headers, credential, tally.attempts + 1)
        if (ended.aborted || signal?.aborted) return late
        tally.attempts++
        emit({ type: 'request' })
        // The listener of the event may have aborted the call.
        if (signal?.aborted) return late
        isSent = true
        const body = JSON.stringify(call.body)
        // Following a redirect would send the credentials along.
        const request = { method, headers, body, signal: ended, redirect: 'manual', credentials: 'omit' } as FetchInit
        return sendRequest(call, url, request, options)
      })
      const outcome = result === late ? timedOut(isSent ? 'complete response' : 'token') : result
      if (outcome instanceof CallError) tally.maybeApplied ||= isSent && method !== 'GET' && mayHaveApplied(outcome)
      return outcome
    }

    /** After a 401: whether there is another token, one that the session already has or a new one. */
    async function renew(error: Failure): Promise<boolean | TimeoutError> {
      const stale = credential
      if (error.status !== 401 || !stale || scheme?.name || !options.session?.refresh || renewed?.isNew) return false
      if (isOfRefresh) throw new Error('session.refresh waits for a call of its own client')
      const renewal = await limit(signal, timeout, () => credentials.renew(stale, timeout))
      if (renewal === late) return timedOut('new token', error)
      // A newer token that is rejected too is followed by a refresh, but only once.
      renewed = { ...renewal, isNew: renewal.isNew || !!renewed }
      return !!renewal.token && renewal.token !== stale
    }

    async function run(): Promise<CallResponse | Failure> {
      checkNumbers(call)
      const url = buildUrl(base, call)
      for (;;) {
        const outcome = await attempt(url)
        if (!(outcome instanceof CallError)) {
          budget(0.1)
          emit({ type: 'success', status: outcome.response.status, requestId: outcome.requestId })
          return { ...outcome, ...tally }
        }
        const renewal = await renew(outcome)
        const error = renewal instanceof CallError ? renewal : outcome
        const pause = renewal === true ? 0 : retryDelay(error, retries, options.maxRetryAfter)
        const retriesLeft = Math.floor(budget(0))
        const final = pause === undefined || (renewal !== true && (retries >= maxRetries || retriesLeft < 1))
        emit({ type: 'failure', error: Object.assign(error, tally), final, retriesLeft })
        if (final) return error
        if (renewal === true) continue
        retries++
        budget(-1)
        emit({ type: 'retry', pause })
        await sleep(signal, pause)
      }
    }

    emit({ type: 'start' })
    try {
      return await run()
    } catch (reason) {
      emit({ type: 'abort' })
      throw reason
    }
  }
}
