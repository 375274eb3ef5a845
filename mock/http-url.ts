/** The addresses that clients and handlers of the mock accept. */

/** @returns undefined unless the text is an http or https address; in a page it may be relative. */
export function parseHttpUrl(text: unknown): URL | undefined {
  // In a page, undefined would be a relative address.
  const url = typeof text === 'string' ? URL.parse(text, globalThis.location?.href) : null
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}
