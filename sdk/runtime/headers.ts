/** The headers of a request: the caller's own, the media type, and the one credential that the contract requires. */
import type { Endpoint } from './errors.ts'

/** A security scheme, as the generated operations describe it. */
export interface Security {
  type: 'http' | 'apiKey'
  /** The HTTP authentication scheme; the contract uses bearer. */
  scheme?: string
  /** The header of an API key. */
  name?: string
}

/** @param given - The caller's headers; later objects override earlier ones. */
export function buildHeaders(
  { method, url, body }: Endpoint & { body?: unknown },
  given: (Record<string, string> | undefined)[],
  scheme: Security | undefined,
  credential: string | undefined,
): Headers {
  try {
    const headers = new Headers()
    for (const more of given) for (const name in more) headers.set(name, more[name] as string)
    // The generated code declares a content type even for requests without a body.
    headers.delete('Content-Type')
    if (body !== undefined) headers.set('Content-Type', 'application/json')
    if (credential) headers.set(scheme?.name ?? 'Authorization', scheme?.name ? credential : `Bearer ${credential}`)
    return headers
  } catch {
    // The platform's message would quote a token that contains a line break.
    throw new TypeError(`${method} ${url}: a header is malformed`)
  }
}
