/** The headers of a request: the caller's own, the media type, and the one credential that the contract requires. */
import type { CallRequest } from './exchange.ts'

/** Headers of the caller. Those of value undefined are left out. */
export type HeadersInput = Headers | Record<string, string | undefined>

/** Headers, or a function that returns them for each request, for example to pass a trace context on. */
export type HeadersOption = HeadersInput | ((request: HeadersRequest) => HeadersInput | Promise<HeadersInput>)

/** The request whose headers are asked for. */
export interface HeadersRequest {
  method: string
  /** The path template. */
  path: string
  /** The number of the request within its call, from 1. */
  attempt: number
}

/**
 * @param options The headers of the client and of the call.
 * @param attempt The number of the request within its call.
 */
export async function buildHeaders(
  { method, path, body, security }: CallRequest,
  options: (HeadersOption | undefined)[],
  credential: string | undefined,
  attempt: number,
): Promise<Record<string, string>> {
  const json = 'application/json'
  const headers = new Headers({ Accept: json })
  const set = (name: string, value: string | undefined) => {
    try {
      if (value !== undefined) headers.set(name, value)
    } catch {
      // The platform's message would quote a token that contains a line break.
      throw new TypeError(`${method} ${path}: a header is malformed`)
    }
  }
  for (const option of options) {
    const given = (typeof option === 'function' ? await option({ method, path, attempt }) : option) ?? {}
    for (const [name, value] of (given as Partial<Headers>).entries?.() ?? Object.entries(given)) set(name, value)
  }
  if (body !== undefined) set('Content-Type', json)
  set(security as string, credential)
  return Object.fromEntries(headers)
}
