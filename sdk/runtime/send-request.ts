/** Sends one request and reads its response: returns data, or the error that the response represents. */
import { check } from './build-url.ts'
import type { ErrorDetail } from './error-detail.ts'
import type { Facts } from './error-facts.ts'
import { ApiError, ConnectionError, type Failure, ResponseError } from './errors.ts'
import type { CallRequest, Received } from './exchange.ts'
import type { Fetch, FetchInit, RequestedOperation } from './fetch.ts'
import type { ClientOptions } from './options.ts'
import { isLost, reasonOf } from './reasons.ts'

/**
 * @throws what `validate` throws, what `fetch` and its response throw unless it is a lost connection, and a TypeError if
 * `fetch` returns no Response, or one whose body is read.
 */
export async function sendRequest(
  call: CallRequest,
  url: string,
  request: FetchInit,
  operation: RequestedOperation,
  { fetch: send = fetch as Fetch, validate, maxResponseLength = 10_000_000 }: ClientOptions,
): Promise<Received | Failure> {
  // Outside of `try`: what a function throws at once is its own error, and no lost connection.
  const sent = send(url, request, operation)
  let response!: Response
  let facts: Facts = {}
  let type!: string
  let text!: string
  try {
    response = (await sent) as Response
    if (response?.headers && !response.bodyUsed) {
      const { headers, status } = response
      facts = {
        headers,
        status,
        requestId: readHeader(headers, 'x-request-id'),
        retryAfter: parseRetryAfter(headers),
      }
      type = headers.get('content-type') as string
      const isJson = /^application\/json/i.test(type)
      text = await readBody(response, isJson ? maxResponseLength : 1000)
      facts.body = text.slice(0, 1000)
      if (!isJson) text = ''
    }
  } catch (cause) {
    // An error of the caller's own, or of the framework around it, keeps its owner.
    if (!isLost(cause)) throw cause
    const host = url.split('/')[2] as string
    const reason = reasonOf(cause)
    return new ConnectionError(call, `no complete response: ${host}: ${reason}`, { ...facts, cause, host, reason })
  }
  check(facts.headers, call, 'fetch response')

  const { ok } = response
  const invalid = (problem: string) => new ResponseError(call, problem, facts)
  if (!ok && response.status < 400) return invalid('is a redirect')
  let data: unknown
  if (!call.isEmpty || response.status !== 204) {
    if (text.length > maxResponseLength) return invalid('is too long')
    try {
      data = JSON.parse(text)
    } catch {
      // The parser's message would quote the body, which may contain tokens.
      return invalid(`is not JSON, content-type: ${type}`)
    }
    if (!ok) {
      const detail = (data as { error?: unknown } | null)?.error as ErrorDetail
      const { code, message } = (detail ?? {}) as ErrorDetail
      if (!(code && detail.status && typeof code === 'string' && typeof message === 'string'))
        return invalid('has no error')
      const { security } = call
      const hint = response.status === 401 && security && !request.headers[security] ? ` (no ${security})` : ''
      return new ApiError(call, `${code}: ${message}${hint}`, { ...facts, code, detail }) as Failure
    }
    const violation = validate?.(call, data)
    if (violation) return invalid(`is wrong: ${violation}`)
  }
  return { data, response, requestId: facts.requestId }
}

/** A header that only informs. It counts as absent where the platform does not let the client read it. */
function readHeader(headers: Headers, name: string): string | undefined {
  try {
    return headers.get(name) ?? undefined
  } catch {}
}

/** The text of a body, cut when it is longer than allowed. */
async function readBody(response: Response, maxLength: number): Promise<string> {
  // Some implementations of fetch have no streams.
  const reader = response.body?.getReader?.()
  if (!reader) return response.text()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    text += decoder.decode(value, { stream: !done })
    if (done || text.length > maxLength) return text
  }
}

/** The seconds that Retry-After states, or those until its date (RFC 9110, 10.2.3); undefined if that has passed. */
function parseRetryAfter(headers: Headers): number | undefined {
  // The form of asctime (5.6.7) leaves GMT out.
  const text = readHeader(headers, 'retry-after')?.replace(/:\d\d \d{4}$/, '$& GMT') as string
  // Dates are of the service's clock, which its Date header shows.
  const now = Date.parse(readHeader(headers, 'date') as string) || Date.now()
  const seconds = /^\d+$/.test(text) ? +text : / GMT$/.test(text) ? Math.ceil((Date.parse(text) - now) / 1000) : -1
  if (seconds >= 0) return seconds
}
