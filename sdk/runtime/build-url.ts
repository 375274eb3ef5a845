/** The URL of a request: a checked base URL, with a path and a query that cannot leave it. */
import type { Endpoint } from './errors.ts'

/** Uses TLS or addresses this machine, and has neither user nor query. */
const safe = /^(https:..[^/@]*|http:..(localhost|127(\.\d+){3}|\[::1])(:\d+)?)\/[^?#]*$/

/** The base URL without a trailing slash. The error message does not repeat it, since it may contain a password. */
export function parseBaseUrl(text: string, allowInsecure?: boolean): string {
  try {
    const { href } = new URL(text)
    if (safe.test(allowInsecure ? href.replace('http:', 'https:') : href)) return href.replace(/\/+$/, '')
  } catch {}
  throw new TypeError('baseUrl must be https: or local, without user or query')
}

/** The parts of a call that determine its URL, as the generated operations name them. */
export interface RequestTarget extends Endpoint {
  /** The values of the path template. */
  path?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
}

export function buildUrl(base: string, { method, url, path = {}, query = {} }: RequestTarget): string {
  const reject = (name: string, rule: string) => {
    throw new TypeError(`${method} ${url}: ${name} must ${rule}`)
  }
  // An empty or dotted segment would select another path: `PUT /incidents/../resolve` is `PUT /resolve`.
  const segments = url.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name]
    return typeof value === 'string' && !/^\.{0,2}$|\p{Cs}/u.test(value)
      ? encodeURIComponent(value)
      : reject(name, 'be text, not . or ..')
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, value as string)
    // Deleting "before undefined" would delete everything.
    else if (method !== 'GET') reject(name, 'have a value')
  }
  return base + segments + (`${search}` && `?${search}`)
}
