/** The headers of a request: the caller's own, the media types, and the one credential that the contract asks for. */
import type { Endpoint } from './errors.ts'

/** One way to authenticate, as the generated operations name it. */
export interface Security {
  type: 'http' | 'apiKey'
  /** The HTTP scheme; the contract's is bearer. */
  scheme?: string
  /** The header of an API key. */
  name?: string
}

/** @param given - The caller's own, the later ones over the earlier ones. */
export function buildHeaders(
  { method, url, body }: Endpoint & { body?: unknown },
  given: (Record<string, string> | undefined)[],
  scheme: Security | undefined,
  secret: string | undefined,
): Headers {
  try {
    const headers = new Headers()
    for (const more of given) for (const name in more) headers.set(name, more[name] as string)
    // The generated code declares a content type even where there is no content.
    if (body === undefined) headers.delete('Content-Type')
    else headers.set('Content-Type', 'application/json')
    if (secret) headers.set(scheme?.name ?? 'Authorization', scheme?.name ? secret : `Bearer ${secret}`)
    return headers
  } catch {
    // Its own message would quote a token that has a line break in it.
    throw new TypeError(`${method} ${url}: a header is malformed`)
  }
}
