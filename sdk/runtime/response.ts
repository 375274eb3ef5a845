/** What a reply means: data, or the error to throw. */
import type { Endpoint, ErrorDetail } from './errors.ts'
import { ApiError, ResponseError } from './errors.ts'
import type { ClientOptions } from './options.ts'

/** Tells what is wrong with the data of a success, if anything. */
export type Validate = (call: Endpoint, data: unknown) => string | undefined

export async function readResponse(
  call: Endpoint,
  response: Response,
  { maxResponseLength = 10_000_000, validate }: ClientOptions,
): Promise<{ data: unknown; requestId: string | undefined }> {
  const { status, headers } = response
  const requestId = headers.get('x-request-id') ?? undefined
  const head = { status, requestId, retryAfter: secondsUntilRetry(headers.get('retry-after')) }
  const wrong = (problem: string) => new ResponseError(call, `${status} ${problem}`, head)
  if (!response.ok && status < 400) throw wrong('is a redirect')
  let data: unknown
  if (status !== 204) {
    const type = headers.get('content-type') ?? 'of no type'
    if (!/^application\/json\s*(;|$)/i.test(type)) throw wrong(`is ${type}, not application/json`)
    const reader = response.body?.getReader()
    const decoder = new TextDecoder()
    let text = ''
    while (reader) {
      const { done, value } = await reader.read()
      if (done) break
      text += decoder.decode(value, { stream: true })
      if (text.length > maxResponseLength) throw wrong('is too long')
    }
    try {
      data = JSON.parse(text)
    } catch {
      // Its own message would quote the body, where tokens may be.
      throw wrong('is not JSON')
    }
  }
  if (response.ok) {
    const complaint = validate?.(call, data)
    if (complaint) throw wrong(`is wrong: ${complaint}`)
    return { data, requestId }
  }
  const detail = (data as { error?: Partial<ErrorDetail> } | null)?.error
  if (typeof detail?.code === 'string' && detail.message && detail.status) {
    throw new ApiError(call, head, detail as ErrorDetail)
  }
  throw wrong('has no error')
}

/** Retry-After is a number of seconds or a date (RFC 9110, 10.2.3). One that is over is none. */
function secondsUntilRetry(text: string | null): number | undefined {
  return Math.max(0, Number(text) || Math.ceil((Date.parse(`${text}`) - Date.now()) / 1000)) || undefined
}
