/** Reads a response: returns its data or throws the error that it represents. */
import { ApiError, type Endpoint, type ErrorDetail, ResponseError } from './errors.ts'
import type { ClientOptions } from './options.ts'

export async function readResponse(
  call: Endpoint,
  response: Response,
  { maxResponseLength = 10_000_000, validate }: ClientOptions,
): Promise<{ data: unknown; requestId: string | undefined }> {
  const { status, headers } = response
  const requestId = headers.get('x-request-id') ?? undefined
  const head = { status, requestId, retryAfter: parseRetryAfter(headers.get('retry-after')) }
  const invalid = (problem: string) => new ResponseError(call, `${status} ${problem}`, head)
  if (!response.ok && status < 400) throw invalid('is a redirect')
  let data: unknown
  if (status !== 204) {
    const type = headers.get('content-type') ?? 'of no type'
    if (!/^application\/json\s*(;|$)/i.test(type)) throw invalid(`is ${type}, not application/json`)
    const reader = response.body?.getReader()
    const decoder = new TextDecoder()
    let text = ''
    while (reader) {
      const { done, value } = await reader.read()
      if (done) break
      text += decoder.decode(value, { stream: true })
      if (text.length > maxResponseLength) throw invalid('is too long')
    }
    try {
      data = JSON.parse(text)
    } catch {
      // The parser's message would quote the body, which may contain tokens.
      throw invalid('is not JSON')
    }
  }
  if (response.ok) {
    const violation = validate?.(call, data)
    if (violation) throw invalid(`is wrong: ${violation}`)
    return { data, requestId }
  }
  const detail = (data as { error?: Partial<ErrorDetail> } | null)?.error
  if (typeof detail?.code === 'string' && detail.message && detail.status) {
    throw new ApiError(call, head, detail as ErrorDetail)
  }
  throw invalid('has no error')
}

/** Seconds until the time that Retry-After states as seconds or as a date (RFC 9110, 10.2.3); undefined if it has passed. */
function parseRetryAfter(text: string | null): number | undefined {
  return Math.max(0, Number(text) || Math.ceil((Date.parse(`${text}`) - Date.now()) / 1000)) || undefined
}
