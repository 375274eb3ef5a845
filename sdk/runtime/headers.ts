/** The headers of a request: the caller's own, the media type, and the one credential that the contract requires. */
import type { Endpoint } from './errors.ts'

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

/** A security scheme, as the generated operations describe it. */
export interface Security {
  type: 'http' | 'apiKey'
  /** The HTTP authentication scheme; the contract uses bearer. */
  scheme?: string
  /** The header of an API key. */
  name?: string
}

/** @param attempt The number of the request within its call. */
export async function buildHeaders(
  call: Endpoint & { body?: unknown; headers?: HeadersOption | undefined; security?: Security | undefined },
  ofClient: HeadersOption | undefined,
  credential: string | undefined,
  attempt: number,
): Promise<Record<string, string>> {
  const { method, url: path, security } = call
  const entries: [string, string | undefined][] = [['Accept', 'application/json']]
  for (const option of [ofClient, call.headers]) {
    const given = (typeof option === 'function' ? await option({ method, path, attempt }) : option) ?? {}
    entries.push(...(Symbol.iterator in given ? given : Object.entries(given)))
  }
  if (call.body !== undefined) entries.push(['Content-Type', 'application/json'])
  if (credential) entries.push(security?.name ? [security.name, credential] : ['Authorization', `Bearer ${credential}`])
  try {
    const headers = new Headers()
    for (const [name, value] of entries) if (value !== undefined) headers.set(name, value)
    return Object.fromEntries(headers)
  } catch {
    // The platform's message would quote a token that contains a line break.
    throw new TypeError(`${method} ${path}: a header is malformed`)
  }
}
