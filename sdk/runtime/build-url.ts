/** The URL of a request: a checked base URL, with a path and a query that cannot leave it. */
import type { Endpoint } from './errors.ts'

/** The base URL without a trailing slash. The error message does not repeat it, since it may contain a password. */
export function parseBaseUrl(text: string, allowInsecure?: boolean): string {
  let href = ''
  try {
    href = new URL(text).href
  } catch {}
  // Names below localhost are this machine's (RFC 6761, 6.3).
  const secure = allowInsecure ? /^http/ : /^http(s|:..(([^/]+\.)?localhost|127[.\d]+|\[::1])[:/])/
  const cause = !secure.test(href)
    ? 'no https: or allowInsecure'
    : /^https?:..[^/@]*\//.test(href)
      ? /[?#]/.exec(href)
      : '@'
  if (cause) throw new TypeError(`baseUrl has ${cause}`)
  return href.replace(/\/+$/, '')
}

/** The parts of a call that determine its URL, as the generated operations name them. */
export interface RequestTarget extends Endpoint {
  /** The values of the path template. */
  params?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
}

/** @throws TypeError that names the call and the malformed part of it, but does not repeat that */
export function check(isValid: unknown, { method, path }: Endpoint, name: string): void {
  if (!isValid) throw new TypeError(`${method} ${path}: ${name} is malformed`)
}

export function buildUrl(base: string, call: RequestTarget): string {
  const { method, params = {}, query = {} } = call
  // An empty or dotted segment would select another path: `PUT /incidents/../resolve` is `PUT /resolve`. For a lone
  // surrogate, encodeURIComponent throws an error that names no part of the call.
  const segments = call.path.replace(/{(\w+)}/g, (_, name: string) => {
    const value = params[name]
    check(typeof value === 'string' && !/^\.{0,2}$|\p{Cs}/u.test(value), call, name)
    return encodeURIComponent(value as string)
  })
  const search = new URLSearchParams()
  // A date or a signal has no entries: in the place of the query of a reset, it would delete everything.
  check({}.toString.call(query) === '[object Object]', call, 'query')
  for (const [name, value] of Object.entries(query)) {
    // So would `before: undefined`, and options in the place of a query.
    check(method === 'GET' || typeof value === 'string', call, name)
    if (value !== undefined) search.set(name, value as string)
  }
  return base + segments + (`${search}` && `?${search}`)
}
