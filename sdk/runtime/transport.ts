/** One call: requests, until one of them is answered for good. */

import { CallError, ConnectionError, type Failure } from './errors.ts'
import { buildHeaders, type Security } from './headers.ts'
import type { CallEventDetails, CallOptions, ClientOptions } from './options.ts'
import { readResponse } from './response.ts'
import { mayHaveApplied, retryDelay } from './retry.ts'
import { createCredentialSource } from './session.ts'
import { wait } from './timeout.ts'
import { buildUrl, parseBaseUrl, type RequestTarget } from './url.ts'

/** A call on its way, as the generated operations put it. */
export interface CallRequest extends CallOptions, RequestTarget {
  body?: unknown
  security?: readonly Security[]
  responseStyle?: 'data'
}

/** What a call brought. */
export interface CallResponse<Data = unknown> {
  data: Data
  /** Its status and headers; the body is read. */
  response: Response
  /** The `X-Request-Id` of the reply, to quote to the operator of the service. */
  requestId: string | undefined
  /** How many requests were sent. */
  attempts: number
  /** An answer to an earlier request of a call that writes was lost: the data tells of the last one only. */
  maybeApplied: boolean
}

export type Transport = (call: CallRequest) => Promise<CallResponse>

/** What a client may spend on retries, ten for each. A success earns one: a service that is down is not stormed. */
const fullBudget = 200

export function createTransport(options: ClientOptions): Transport {
  const base = parseBaseUrl(options.baseUrl, options.allowInsecure)
  const identify = createCredentialSource(options)
  let budget = fullBudget

  return async (call) => {
    const { method, url: path, security: [scheme] = [] } = call
    const { timeout = options.timeout ?? 15_000, maxRetries = options.maxRetries ?? 2 } = call
    const url = buildUrl(base, call)
    const body = JSON.stringify(call.body)
    const start = Date.now()
    const tally = { attempts: 0, maybeApplied: false }
    let retries = 0
    let secret: string | undefined
    let renewed: string | undefined

    const tell = (event: CallEventDetails) => {
      try {
        const milliseconds = Date.now() - start
        options.onEvent?.({ method, path, attempt: tally.attempts, milliseconds, ...event })
      } catch {}
    }

    const exchange = async (signal: AbortSignal) => {
      secret = renewed ?? (scheme && (await identify(scheme)))
      const headers = buildHeaders(call, [options.headers, call.headers], scheme, secret)
      tally.attempts++
      tell({ type: 'request' })
      try {
        // A redirect that is followed would take the credentials along.
        const response = await (options.fetch ?? fetch)(url, {
          method,
          headers,
          body,
          signal,
          redirect: 'manual',
          credentials: 'omit',
        })
        return { response, ...(await readResponse(call, response, options)) }
      } catch (cause) {
        throw cause instanceof CallError ? cause : new ConnectionError(call, 'no complete answer', { cause })
      }
    }

    for (;;) {
      try {
        const reply = await wait(call, timeout, exchange)
        if (budget < fullBudget) budget++
        tell({ type: 'success', status: reply.response.status, requestId: reply.requestId })
        return { ...reply, ...tally }
      } catch (error) {
        // The caller's own, even if it comes from another call, such as one that fetches a token.
        if (!(error instanceof CallError) || error.path !== path) throw error
        tally.maybeApplied ||= method !== 'GET' && mayHaveApplied(error)
        Object.assign(error, tally)
        tell({ type: 'failure', error: error as Failure })
        if (error.status === 401 && scheme && !scheme.name && secret && !renewed) {
          renewed = await wait(call, Infinity, () => identify(scheme, secret))
          if (renewed) continue
        }
        const pause = retryDelay(error, retries++)
        if (retries > maxRetries || budget < 10 || pause > (options.maxRetryAfter ?? 30_000)) throw error
        budget -= 10
        tell({ type: 'retry', pause })
        await wait(call, pause)
      }
    }
  }
}
