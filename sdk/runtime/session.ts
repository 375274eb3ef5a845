/** The caller's credentials: token or key, and a refresh of the token that runs once at a time. */
import { tokenHeader } from './headers.ts'
import { limit } from './timeout.ts'

/** The credentials that a client can send. */
export interface Credentials {
  session?: Session | undefined
  /** The admin API key, or a function that fetches it. Sent to `admin` operations only. */
  adminKey?: string | (() => string | Promise<string>) | undefined
}

/** The caller's session. If one of its functions throws, the call rejects with that exception. */
export interface Session {
  /** Returns the access token. Called before each request that needs one; without a token the service answers 401. */
  token(): string | undefined | Promise<string | undefined>
  /**
   * Returns a new access token. Called with the rejected token when the service answers 401, and once for any number of
   * waiting calls. Each call is then repeated once; without a new token, its 401 stands. It may take as long as the call's
   * `timeout`; after that the waiting calls reject with a `TimeoutError`, and the next 401 calls it again. It must not wait
   * for a call of its own client that needs a token.
   */
  refresh?(stale: string): string | undefined | Promise<string | undefined>
}

/** A token in place of a rejected one. */
export interface Renewal {
  token: string | undefined
  /** `refresh` returned it, rather than `token`. */
  isNew: boolean
}

export interface CredentialSource {
  /** The token or key for a header, if there is one. */
  get(header: string): Promise<string | undefined>
  /** A token in place of a rejected one. One renewal runs at a time, for at most the timeout of the call that began it. */
  renew(stale: string, timeout: number): Promise<Renewal | undefined>
  /** Whether `refresh` is being called at this moment, so that a call that begins now is its own. */
  inRefresh: boolean
}

export function createCredentialSource({ session, adminKey }: Credentials): CredentialSource {
  let renewing: Promise<Renewal | undefined> | undefined

  async function findToken(stale: string): Promise<Renewal> {
    const token = await session?.token()
    // Another call may have refreshed it since.
    if (token !== stale) return { token, isNew: false }
    source.inRefresh = true
    const refreshed = (async () => session?.refresh?.(stale))()
    source.inRefresh = false
    return { token: await refreshed, isNew: true }
  }

  const source: CredentialSource = {
    inRefresh: false,
    async get(header) {
      if (header === tokenHeader) return session?.token()
      return typeof adminKey === 'function' ? adminKey() : adminKey
    },
    async renew(stale, timeout) {
      renewing ??= limit(undefined, timeout, () => findToken(stale)).finally(() => {
        renewing = undefined
      })
      const renewal = await renewing
      // The renewal of an older token may have found the one that is now rejected.
      return renewal?.token === stale && !renewal.isNew ? source.renew(stale, timeout) : renewal
    },
  }
  return source
}
