/** Sends a call: makes requests, with retries and a renewed token, until there is a final response. */
import { buildUrl, parseBaseUrl } from './build-url.ts'
import { type Call, createCall } from './call.ts'
import { CallError, type Failure, TimeoutError } from './errors.ts'
import type { CallEventDetails } from './events.ts'
import type { CallRequest, CallResponse } from './exchange.ts'
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
  const { adminKey, session, timeout: usual = 15_000 } = client
  if (session?.refresh) throw new TypeError('refresh needs withRefresh')
  // A budget of 20 keeps retries from overloading a failing service. One retry comes back in ten seconds, or after ten successes.
  let budget = 20
  let counted = 0

  return <Responses, Errors>(call: CallRequest, options: CallOptions = {}): Call<Responses, Errors> => {
    const { method, path, security } = call
    const {
      timeout = usual,
      callTimeout = client.callTimeout ?? Infinity,
      maxRetries = client.maxRetries ?? 2,
    } = options
    const start = performance.now()
    const tally = { attempts: 0, maybeApplied: false }
    let retries = 0
    let token: string | undefined
    let previous: Renewal | undefined

    const emit = async (details: CallEventDetails) => {
      const milliseconds = performance.now() - start
      try {
        await client.onEvent?.({ method, path, attempt: tally.attempts, milliseconds, ...details })
      } catch {}
    }

    const late = (limit: number) => new TimeoutError(call, `no complete response within ${limit} ms`)

    function fail(outcome: Failure, final: boolean) {
      emit({ type: 'failure', error: Object.assign(outcome, tally), final, retriesLeft: Math.floor(budget) })
      return outcome
    }

    /** Rejects with the caller's own errors only. */
    async function run(): Promise<CallResponse | Failure> {
      checkNumbers(options)
      return (await limit(options.signal, callTimeout, attempt)) ?? fail(late(callTimeout), true)
    }

    async function attempt(signal: AbortSignal): Promise<CallResponse | Failure> {
      const url = buildUrl(base, call)
      // Made once: what the caller does to its object later changes no request.
      const body = JSON.stringify(call.body) as string
      for (;;) {
        const { maybeApplied } = tally
        const received = await limit(signal, timeout, async (ended) => {
          let credential: string | undefined
          if (security === 'authorization') {
            token = previous?.token ?? (await session?.token())
            credential = token && `Bearer ${token}`
          } else if (security) {
            credential = typeof adminKey === 'function' ? await adminKey() : adminKey
          }
          const operation = { method, path, attempt: tally.attempts + 1 }
          const headers = await buildHeaders(call, [client.headers, options.headers], credential, operation)
          if (ended.aborted) return
          tally.attempts++
          emit({ type: 'request' })
          // The listener of the event may have aborted the call.
          if (ended.aborted) return
          tally.maybeApplied = method !== 'GET'
          return sendRequest(
            call,
            url,
            {
              method,
              headers,
              body,
              signal: ended,
              // Following a redirect would send the credentials along.
              redirect: 'manual',
              credentials: 'omit',
            },
            operation,
            client,
          )
        })
        let outcome = received ?? late(timeout)
        if (!(outcome instanceof CallError)) {
          budget += 0.1
          emit({ type: 'success', status: outcome.response.status, requestId: outcome.requestId })
          return { ...outcome, ...tally, maybeApplied }
        }
        tally.maybeApplied &&= maybeApplied || mayHaveApplied(outcome)

        let isRenewed = false
        if (outcome.status === 401 && token && session?.renew) {
          previous = await session.renew(outcome, token, previous, { signal, timeout, usual })
          outcome = previous.error ?? outcome
          isRenewed = previous.token !== token
        }

        const now = performance.now() / 10_000
        // A clock that is set back costs nothing.
        budget = Math.min(20, budget + Math.max(0, now - counted))
        counted = now
        const pause = retries < maxRetries && budget >= 1 && retryDelay(outcome, retries, client.maxRetryAfter)
        const final = !isRenewed && !pause
        fail(outcome, final)
        if (final) return outcome
        if (pause) {
          retries++
          budget--
          emit({ type: 'retry', pause })
          await limit(signal, pause, () => new Promise<never>(() => {}))
        }
      }
    }

    emit({ type: 'start' })
    return createCall<Responses, Errors>(
      run().catch((reason: unknown) => {
        emit({ type: 'abort', maybeApplied: tally.maybeApplied })
        throw reason
      }),
    )
  }
}
