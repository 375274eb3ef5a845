/** Where a request goes: a checked base URL, with a path and a query that cannot lead elsewhere. */
import type { CallName } from './errors.ts'

/** The base URL without slashes at its end. No message repeats it, since it may hold a password. */
export function checkBaseUrl(text: string, allowInsecure = false): string {
  if (!URL.canParse(text)) throw new TypeError('baseUrl must be an absolute URL')
  const url = new URL(text)
  const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && (loopback || allowInsecure))) {
    throw new TypeError('baseUrl must be https:, or http: on this machine; allowInsecure permits http: elsewhere')
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must have no user, password, query or fragment')
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}

export function buildUrl(
  base: string,
  call: CallName,
  parameters: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(call, name, parameters[name]))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return base + path + (given.length > 0 ? `?${search}` : '')
}

/** An empty or dotted segment would make another path: `PUT /incidents/../resolve` is `PUT /resolve`. */
function segment(call: CallName, name: string, value: unknown): string {
  if (typeof value !== 'string' || /^\.{0,2}$|\p{Cs}/u.test(value)) {
    throw new TypeError(`${call.method} ${call.path}: ${name} must be text other than "", "." and ".."`)
  }
  return encodeURIComponent(value)
}
