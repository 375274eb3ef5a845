/** The headers of a request: the caller's own, the media types, and the one credential that the contract asks for. */
import type { CallName } from './errors.ts'

/** What a user of the SDK can be recognised by. */
export interface Credentials {
  /** Asked for the access token before each call that needs one. Without a token the service answers 401. */
  session?: { token(): string | undefined | Promise<string | undefined> } | undefined
  /** The admin API key, or what fetches it. Used for `admin` operations only. */
  adminKey?: string | (() => string | Promise<string>) | undefined
}

/** One way to authenticate, as the generated operations name it. */
export interface Security {
  type: 'http' | 'apiKey'
  scheme?: string
  name?: string
}

export async function buildHeaders(
  call: CallName,
  given: Record<string, string>,
  hasBody: boolean,
  security: readonly Security[],
  credentials: Credentials,
): Promise<Headers> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) set(call, headers, name, value)
  headers.set('Accept', 'application/json')
  // The generated code declares a content type even where there is no content.
  headers.delete('Content-Type')
  if (hasBody) headers.set('Content-Type', 'application/json')
  for (const scheme of security) {
    if (scheme.type === 'http' && scheme.scheme === 'bearer') {
      const token = await credentials.session?.token()
      if (token) set(call, headers, 'Authorization', `Bearer ${token}`)
    } else if (scheme.type === 'apiKey' && scheme.name) {
      const { adminKey } = credentials
      const key = typeof adminKey === 'function' ? await adminKey() : adminKey
      if (key) set(call, headers, scheme.name, key)
    }
  }
  return headers
}

/** Checks before fetch does, whose own message would quote a token that has a line break in it. */
function set(call: CallName, headers: Headers, name: string, value: string): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[ -~]*$/.test(value)) {
    throw new TypeError(`${call.method} ${call.path}: header ${JSON.stringify(name)} must be printable ASCII`)
  }
  headers.set(name, value)
}
