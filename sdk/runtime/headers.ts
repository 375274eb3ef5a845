/** The headers of a request: the client's own, and the caller's. */
import { check } from './build-url.ts'
import type { Endpoint } from './errors.ts'
import type { RequestedOperation } from './fetch.ts'

/** Headers of the caller. Those of value undefined are left out. */
export type HeadersInput = Headers | [string, string][] | Record<string, string | undefined>

/** Headers, or a function that returns them for each request, for example to pass a trace context on. */
export type HeadersOption = HeadersInput | ((operation: RequestedOperation) => HeadersInput | Promise<HeadersInput>)

/** Merges headers; of those of one name the last one counts. */
export async function mergeHeaders(
  call: Endpoint,
  options: (HeadersOption | undefined)[],
  operation: RequestedOperation,
): Promise<Record<string, string>> {
  const headers: Record<string, string> = {}
  for (const option of options) {
    const given = (typeof option === 'function' ? await option(operation) : option) ?? {}
    const entries = Symbol.iterator in given ? (given as [string, string][]) : Object.entries(given)
    for (const [name, value] of entries) {
      try {
        if (value !== undefined) headers[name.toLowerCase()] = new Headers({ [name]: value }).get(name) as string
      } catch {
        // The platform's message would quote a token that contains a line break.
        check(false, call, 'a header')
      }
    }
  }
  return headers
}
