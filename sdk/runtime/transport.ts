/** Sends a call: makes requests, with retries and a renewed token, until there is a final response. */
import { buildUrl, parseBaseUrl } from './build-url.ts'
import { CallError, type Failure, TimeoutError } from './errors.ts'
import { createEmitter } from './events.ts'
import type { CallRequest, CallResponse, Received } from './exchange.ts'
import type { FetchInit } from './fetch.ts'
import { buildHeaders, tokenHeader } from './headers.ts'
import { type CallOptions, type ClientOptions, checkNumbers } from './options.ts'
import { mayHaveApplied, retryDelay } from './retry.ts'
import { createRetryBudget } from './retry-budget.ts'
import { sendRequest } from './send-request.ts'
import { createCredentialSource, type Renewal } from './session.ts'
import { limit, sleep } from './timeout.ts'

/** Sends a call. Rejects with the caller's own errors only. */
export type Transport = (call: CallRequest, options: CallOptions) => Promise<CallResponse | Failure>

export function createTransport(client: ClientOptions): Transport {
  checkNumbers(client)
  const base = parseBaseUrl(client.baseUrl, client.allowInsecure)
  const credentials = createCredentialSource(client)
  const budget = createRetryBudget()

  return async (call, options) => {
    const { method, security } = call
    const { signal, timeout = client.timeout ?? 15_000, maxRetries = client.maxRetries ?? 2 } = options
    const tally = { attempts: 0, maybeApplied: false }
    const emit = createEmitter(call, client.onEvent, tally)
    const isOfRefresh = credentials.inRefresh
    let retries = 0
    let credential: string | undefined
    let renewed: Renewal | undefined

    const timedOut = (awaited: string, cause?: Failure) =>
      new TimeoutError(call, `no ${awaited} within ${timeout} ms`, cause && { cause })

    async function attempt(url: string): Promise<Received | Failure> {
      let isSent = false
      const result = await limit(signal, timeout, async (ended) => {
        credential = renewed?.token ?? (security && (await credentials.get(security)))
        const headers = await buildHeaders(call, [client.headers, options.headers], credential, tally.attempts + 1)
        if (ended.aborted || signal?.aborted) return
        tally.attempts++
        emit({ type: 'request' })
        // The listener of the event may have aborted the call.
        if (signal?.aborted) return
        isSent = true
        const body = JSON.stringify(call.body)
        // Following a redirect would send the credentials along.
        const request = { method, headers, body, signal: ended, redirect: 'manual', credentials: 'omit' } as FetchInit
        return sendRequest(call, url, request, client)
      })
      const outcome = result ?? timedOut(isSent ? 'complete response' : 'token')
      if (outcome instanceof CallError) tally.maybeApplied ||= isSent && method !== 'GET' && mayHaveApplied(outcome)
      return outcome
    }

    /** After a 401, looks for another token. Returns the error that stands, or undefined if there is another token. */
    async function renew(error: Failure): Promise<Failure | undefined> {
      const stale = credential
      if (error.status !== 401 || !stale || security !== tokenHeader || !client.session?.refresh || renewed?.isNew)
        return error
      if (isOfRefresh) throw new Error('session.refresh waits for a call of its own client')
      const renewal = await limit(signal, timeout, () => credentials.renew(stale, timeout))
      if (!renewal) return timedOut('new token', error)
      // A newer token that is rejected too is followed by a refresh, but only once.
      renewed = { ...renewal, isNew: renewal.isNew || !!renewed }
      return renewal.token && renewal.token !== stale ? undefined : error
    }

    async function run(): Promise<CallResponse | Failure> {
      checkNumbers(options)
      const url = buildUrl(base, call)
      for (;;) {
        const outcome = await attempt(url)
        if (!(outcome instanceof CallError)) {
          budget(0.1)
          emit({ type: 'success', status: outcome.response.status, requestId: outcome.requestId })
          return { ...outcome, ...tally }
        }
        const failure = await renew(outcome)
        const error = failure ?? outcome
        const retriesLeft = Math.floor(budget(0))
        const pause = retries < maxRetries && retriesLeft > 0 && retryDelay(error, retries, client.maxRetryAfter)
        const final = !!failure && !pause
        emit({ type: 'failure', error: Object.assign(error, tally), final, retriesLeft })
        if (final) return error
        if (pause) {
          retries++
          budget(-1)
          emit({ type: 'retry', pause })
          await sleep(signal, pause)
        }
      }
    }

    emit({ type: 'start' })
    return run().catch((reason) => {
      emit({ type: 'abort' })
      throw reason
    })
  }
}
