/** The addresses that clients and handlers of the mock accept. */

/** @returns undefined unless the text is an http or https address; in a page it may be relative. */
export function parseHttpUrl(text: unknown): URL | undefined {
  const base = globalThis.location?.href
  // In a page, undefined would be a relative address. Older versions of Node 20 have no URL.parse.
  if (typeof text !== 'string' || !URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  return /^https?:$/.test(url.protocol) ? url : undefined
}
