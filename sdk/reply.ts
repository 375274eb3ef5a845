/** What a reply means: data, or the error to throw. */
import type { CallName, ErrorBody } from './errors.ts'
import { ApiError, ResponseError } from './errors.ts'

/** The body as text if it is JSON by its content type; any other is not even loaded. */
export async function readText(response: Response): Promise<string | undefined> {
  if (/^application\/json\s*(;|$)/i.test(response.headers.get('content-type') ?? '')) return response.text()
  await response.body?.cancel()
  return undefined
}

export function readReply(call: CallName, response: Response, text: string | undefined): unknown {
  const { status, headers } = response
  const requestId = headers.get('x-request-id') ?? undefined
  const head = { status, requestId, retryAfter: seconds(headers.get('retry-after')) }
  if (isRedirect(response)) throw new ResponseError(call, head, 'is a redirect, and none is followed')
  if (status === 204) return undefined
  if (text === undefined) {
    const type = headers.get('content-type') ?? 'no content type'
    throw new ResponseError(call, head, `has ${type} in place of application/json`)
  }
  const data = parse(text)
  if (data === undefined) throw new ResponseError(call, head, 'has a body that is not JSON')
  if (response.ok) return data
  if (isErrorBody(data)) throw new ApiError(call, head, data)
  throw new ResponseError(call, head, 'has no error object in its body')
}

/** A browser hides the status of a redirect; a `fetch` given by the user may have followed it all the same. */
function isRedirect({ status, type, redirected }: Response): boolean {
  return redirected || type === 'opaqueredirect' || (status >= 300 && status < 400)
}

/** JSON has no undefined. The SyntaxError is dropped, because it quotes the body, where tokens may be. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isErrorBody(data: unknown): data is ErrorBody {
  const error = (data as Partial<ErrorBody> | null)?.error
  return typeof error?.code === 'string' && typeof error.message === 'string' && typeof error.status === 'number'
}

/** Retry-After is a number of seconds or a date. */
function seconds(text: string | null): number | undefined {
  if (text === null) return undefined
  if (/^\d+$/.test(text)) return Number(text)
  const wait = Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
