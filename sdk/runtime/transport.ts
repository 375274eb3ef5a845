/** Sends a call: makes requests, with retries and a renewed token, until there is a final response. */
import { buildUrl, parseBaseUrl } from './build-url.ts'
import { type Call, createCall } from './call.ts'
import { CallError, type Failure, TimeoutError } from './errors.ts'
import type { CallEventDetails } from './events.ts'
import type { CallRequest, CallResponse } from './exchange.ts'
import type { FetchInit } from './fetch.ts'
import { buildHeaders } from './headers.ts'
import { type CallOptions, type ClientOptions, checkNumbers } from './options.ts'
import { mayHaveApplied, retryDelay } from './retry.ts'
import { sendRequest } from './send-request.ts'
import type { Renewal } from './session.ts'
import { limit } from './timeout.ts'

/** Returns the function of a client that sends its calls. */
export function createTransport(client: ClientOptions) {
  checkNumbers(client)
  const base = parseBaseUrl(client.baseUrl, client.allowInsecure)
  const { session, adminKey, timeout: usual = 15_000 } = client
  // A budget keeps retries from overloading a failing service: it has 20 again at the time `fullAt`.
  const fullBudget = 20
  const millisecondsPerRetry = 10_000
  let fullAt = 0

  return <Responses, Errors>(call: CallRequest, options: CallOptions = {}): Call<Responses, Errors> => {
    const { method, path, security } = call
    const { signal, timeout = usual, maxRetries = client.maxRetries ?? 2 } = options
    const start = performance.now()
    const tally = { attempts: 0, maybeApplied: false }
    let retries = 0
    let token: string | undefined
    let renewed: Renewal | undefined

    const emit = async (details: CallEventDetails) => {
      const milliseconds = performance.now() - start
      try {
        await client.onEvent?.({ method, path, attempt: tally.attempts, milliseconds, ...details })
      } catch {}
    }

    /** The value of the header that the operation requires. */
    async function findCredential(): Promise<string | undefined> {
      if (security !== 'Authorization') return security && (typeof adminKey === 'function' ? adminKey() : adminKey)
      token = renewed?.token ?? (await session?.token())
      return token && `Bearer ${token}`
    }

    /** Rejects with the caller's own errors only. */
    async function run(): Promise<CallResponse | Failure> {
      checkNumbers(options)
      const url = buildUrl(base, call)
      for (;;) {
        let isSent = false
        const received = await limit(signal, timeout, async (ended) => {
          const credential = await findCredential()
          const headers = await buildHeaders(call, [client.headers, options.headers], credential, tally.attempts + 1)
          if (ended.aborted) return
          tally.attempts++
          emit({ type: 'request' })
          // The listener of the event may have aborted the call.
          if (ended.aborted) return
          isSent = true
          const body = JSON.stringify(call.body)
          // Following a redirect would send the credentials along.
          const request = { method, headers, body, signal: ended, redirect: 'manual', credentials: 'omit' } as FetchInit
          return sendRequest(call, url, request, client)
        })
        const outcome =
          received ?? new TimeoutError(call, `no ${isSent ? 'complete response' : 'token'} within ${timeout} ms`)
        if (!(outcome instanceof CallError)) {
          fullAt -= millisecondsPerRetry / 10
          emit({ type: 'success', status: outcome.response.status, requestId: outcome.requestId })
          return { ...outcome, ...tally }
        }
        tally.maybeApplied ||= isSent && method !== 'GET' && mayHaveApplied(outcome)

        let error: Failure = outcome
        let isRenewed = false
        if (error.status === 401 && token && session?.renew) {
          const rejected = token
          renewed = await limit(signal, timeout, async () =>
            // It is shared with calls that may have more time.
            session.renew?.(rejected, usual, renewed),
          )
          if (!renewed) error = new TimeoutError(call, `no new token within ${timeout} ms`, { cause: error })
          else isRenewed = renewed.token !== rejected
        }

        const now = performance.now()
        fullAt = Math.max(fullAt, now)
        const retriesLeft = Math.floor(fullBudget - (fullAt - now) / millisecondsPerRetry)
        const pause = retries < maxRetries && retriesLeft > 0 && retryDelay(error, retries, client.maxRetryAfter)
        const final = !isRenewed && !pause
        emit({ type: 'failure', error: Object.assign(error, tally), final, retriesLeft })
        if (final) return error
        if (pause) {
          retries++
          fullAt += millisecondsPerRetry
          emit({ type: 'retry', pause })
          await limit(signal, pause, () => new Promise<never>(() => {}))
        }
      }
    }

    emit({ type: 'start' })
    const outcome = run().catch((reason) => {
      emit({ type: 'abort' })
      throw reason
    })
    return createCall<Responses, Errors>(outcome)
  }
}
