/** The headers of a request: the caller's own, the media type, and the one credential that the contract requires. */
import type { CallRequest } from './exchange.ts'
import type { RequestedOperation } from './fetch.ts'

/** Headers of the caller. Those of value undefined are left out. */
export type HeadersInput = Headers | [string, string][] | Record<string, string | undefined>

/** Headers, or a function that returns them for each request, for example to pass a trace context on. */
export type HeadersOption = HeadersInput | ((operation: RequestedOperation) => HeadersInput | Promise<HeadersInput>)

/** @param options The headers of the client and of the call. */
export async function buildHeaders(
  { method, path, body, security }: CallRequest,
  options: (HeadersOption | undefined)[],
  credential: string | undefined,
  operation: RequestedOperation,
): Promise<Record<string, string>> {
  const json = 'application/json'
  // Not as `Headers`, which happy-dom lists in the case of their writer.
  const headers: Record<string, string> = { accept: json }
  const set = (name: string, value: string | undefined) => {
    try {
      if (value !== undefined) headers[name.toLowerCase()] = new Headers({ [name]: value }).get(name) as string
    } catch {
      // The platform's message would quote a token that contains a line break.
      throw new TypeError(`${method} ${path}: a header is malformed`)
    }
  }
  for (const option of options) {
    const given = (typeof option === 'function' ? await option(operation) : option) ?? {}
    const entries = Symbol.iterator in given ? (given as [string, string][]) : Object.entries(given)
    for (const [name, value] of entries) set(name, value)
  }
  if (body !== undefined) set('content-type', json)
  set(security as string, credential)
  return headers
}
