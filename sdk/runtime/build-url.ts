/** The URL of a request: a checked base URL, with a path and a query that cannot leave it. */
import type { Endpoint } from './errors.ts'

/** The base URL without a trailing slash. The error message does not repeat it, since it may contain a password. */
export function parseBaseUrl(text: string, allowInsecure?: boolean): string {
  let href = ''
  try {
    href = new URL(text).href
  } catch {}
  const problem = !/^https?:..[^/@]*\/[^?#]*$/.test(href)
    ? 'must begin with https://, without user and query'
    : // Names below localhost are this machine's (RFC 6761, 6.3).
      !(allowInsecure || /^(https:|http:..(([\w.-]+\.)?localhost|127[.\d]+|\[::1])[:/])/.test(href)) &&
      'needs https: or allowInsecure'
  if (problem) throw new TypeError(`baseUrl ${problem}`)
  return href.replace(/\/+$/, '')
}

/** The parts of a call that determine its URL, as the generated operations name them. */
export interface RequestTarget extends Endpoint {
  /** The values of the path template. */
  params?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
}

export function buildUrl(base: string, { method, path, params = {}, query = {} }: RequestTarget): string {
  const check = (isValid: boolean, name: string) => {
    if (!isValid) throw new TypeError(`${method} ${path}: ${name} is malformed`)
  }
  // An empty or dotted segment would select another path: `PUT /incidents/../resolve` is `PUT /resolve`.
  const segments = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    check(typeof value === 'string' && !/^\.{0,2}$|\p{Cs}/u.test(value), name)
    return encodeURIComponent(value as string)
  })
  const search = new URLSearchParams()
  // A date, a signal or options in the place of a query, or "before undefined", would delete everything.
  check({}.toString.call(query) === '[object Object]', 'query')
  for (const [name, value] of Object.entries(query)) {
    check(method === 'GET' || typeof value === 'string', name)
    if (value !== undefined) search.set(name, value as string)
  }
  return base + segments + (`${search}` && `?${search}`)
}
