/** Sends a call: makes requests, with retries and one token refresh, until there is a final response. */

import { buildUrl, parseBaseUrl, type RequestTarget } from './build-url.ts'
import { CallError, ConnectionError, type Failure } from './errors.ts'
import type { FetchInit } from './fetch.ts'
import { buildHeaders, type Security } from './headers.ts'
import type { CallEventDetails, CallOptions, ClientOptions } from './options.ts'
import { readResponse } from './response.ts'
import { mayHaveApplied, retryDelay } from './retry.ts'
import { createCredentialSource } from './session.ts'
import { wait } from './timeout.ts'

/** A call, as the generated operations describe it. */
export interface CallRequest extends CallOptions, RequestTarget {
  body?: unknown
  security?: Security | undefined
}

/** The data of a successful call, with its response. */
export interface CallResponse<Data = unknown> {
  data: Data
  /** Status and headers of the response; its body has been read. */
  response: Response
  /** The `X-Request-Id` of the response. Quote it to the operator of the service. */
  requestId: string | undefined
  /** The number of requests sent. */
  attempts: number
  /** The call writes, and the response to an earlier request was lost: the data describes the last request only. */
  maybeApplied: boolean
}

export type Transport = (call: CallRequest) => Promise<CallResponse>

/** The retry budget of a client. A retry costs ten, a success earns one, so that retries do not overload a failing service. */
const fullBudget = 200

export function createTransport(options: ClientOptions): Transport {
  const base = parseBaseUrl(options.baseUrl, options.allowInsecure)
  const getCredential = createCredentialSource(options)
  let budget = fullBudget

  return async (call) => {
    const { method, url: path, security: scheme } = call
    const { timeout = options.timeout ?? 15_000, maxRetries = options.maxRetries ?? 2 } = call
    const url = buildUrl(base, call)
    const body = JSON.stringify(call.body)
    const start = Date.now()
    const tally = { attempts: 0, maybeApplied: false }
    let retries = 0
    let credential: string | undefined
    let refreshed: string | undefined

    const emit = (event: CallEventDetails) => {
      try {
        const milliseconds = Date.now() - start
        options.onEvent?.({ method, path, attempt: tally.attempts, milliseconds, ...event })
      } catch {}
    }

    const sendRequest = async (signal: AbortSignal) => {
      credential = refreshed ?? (scheme && (await getCredential(scheme)))
      const headers = buildHeaders(call, [options.headers, call.headers], scheme, credential)
      tally.attempts++
      emit({ type: 'request' })
      try {
        // Following a redirect would send the credentials along.
        const init = {
          method,
          headers: Object.fromEntries(headers),
          body,
          signal,
          redirect: 'manual',
          credentials: 'omit',
        }
        const response = (await (options.fetch ?? fetch)(url, init as FetchInit)) as Response
        return { response, ...(await readResponse(call, response, options)) }
      } catch (cause) {
        throw cause instanceof CallError ? cause : new ConnectionError(call, 'no complete answer', { cause })
      }
    }

    for (;;) {
      try {
        const received = await wait(call, timeout, sendRequest)
        if (budget < fullBudget) budget++
        emit({ type: 'success', status: received.response.status, requestId: received.requestId })
        return { ...received, ...tally }
      } catch (error) {
        // The caller's own error, even if another call threw it, such as one that fetches a token.
        if (!(error instanceof CallError) || error.path !== path) throw error
        tally.maybeApplied ||= method !== 'GET' && mayHaveApplied(error)
        Object.assign(error, tally)
        emit({ type: 'failure', error: error as Failure })
        if (error.status === 401 && scheme && !scheme.name && credential && !refreshed) {
          refreshed = await wait(call, Infinity, () => getCredential(scheme, credential))
          if (refreshed) continue
        }
        const pause = retryDelay(error, retries++)
        if (retries > maxRetries || budget < 10 || pause > (options.maxRetryAfter ?? 30_000)) throw error
        budget -= 10
        emit({ type: 'retry', pause })
        await wait(call, pause)
      }
    }
  }
}
