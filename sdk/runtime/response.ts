/** Reads a response: returns its data, or the error that it represents. */
import type { ErrorDetail } from './error-detail.ts'
import { ApiError, type Failure, ResponseError } from './errors.ts'
import type { CallRequest, Received } from './exchange.ts'
import type { Validate } from './options.ts'

/** How much of a body that is not JSON an error keeps, in characters. */
const excerptLength = 1000

const typeOf = ({ headers }: Response) => headers.get('content-type') ?? 'of no type'

const isJson = (response: Response) => /^application\/json\s*(;|$)/i.test(typeOf(response))

/** The text of a body, cut when it is longer than allowed. A body that is not JSON is read only for the error. */
export async function readBody(response: Response, maxLength: number): Promise<string> {
  // Some implementations of fetch have no streams.
  const reader = response.body?.getReader?.()
  if (!reader) return response.text()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    text += decoder.decode(value, { stream: !done })
    if (done || text.length > (isJson(response) ? maxLength : excerptLength)) return text
  }
}

/** @returns the data of a success, or the error that the response represents. */
export function toData(
  call: CallRequest,
  response: Response,
  text: string,
  maxLength: number,
  validate: Validate | undefined,
): Received | Failure {
  const { status, headers, ok } = response
  const requestId = headers.get('x-request-id') ?? undefined
  const head = { status, requestId, retryAfter: parseRetryAfter(headers) }
  const unprinted = { headers, body: text.slice(0, excerptLength) }
  const invalid = (problem: string) => new ResponseError(call, problem, head, unprinted)
  if (!ok && status < 400) return invalid('is a redirect')
  let data: unknown
  if (status !== 204 || !call.isEmpty) {
    if (!isJson(response)) return invalid(`is ${typeOf(response)}, not application/json`)
    if (text.length > maxLength) return invalid('is too long')
    try {
      data = JSON.parse(text)
    } catch {
      // The parser's message would quote the body, which may contain tokens.
      return invalid('is not JSON')
    }
    if (!ok) {
      const detail = (data as { error?: unknown } | null)?.error as ErrorDetail
      const { code, message, status: number } = Object(detail) as ErrorDetail
      if (!code || !number || typeof code !== 'string' || typeof message !== 'string') return invalid('has no error')
      return new ApiError(call, `${code}: ${message}`, { ...head, code }, { ...unprinted, detail }) as Failure
    }
    const violation = validate?.(call, data)
    if (violation) return invalid(`is wrong: ${violation}`)
  }
  return { data, response, requestId }
}

/** Seconds until the time that Retry-After states as seconds or as a date (RFC 9110, 10.2.3); undefined if it has passed. */
function parseRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after') as string
  // Dates are of the service's clock, which its Date header shows.
  const now = Date.parse(headers.get('date') as string) || Date.now()
  const seconds = / GMT$/.test(text) ? Math.ceil((Date.parse(text) - now) / 1000) : Number(text)
  return seconds > 0 ? seconds : undefined
}
