/** The caller's credentials: token or key, and a refresh of the token that runs once at a time. */
import type { Security } from './headers.ts'

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
   * waiting calls. Each call is then repeated once; without a new token, its 401 stands.
   */
  refresh?(stale: string): string | undefined | Promise<string | undefined>
}

/** Returns the token or key that a scheme requires, if there is one; given a stale token, a new one. */
export type GetCredential = (scheme: Security, stale?: string) => Promise<string | undefined>

export function createCredentialSource({ session, adminKey }: Credentials): GetCredential {
  let refreshing: Promise<string | undefined> | undefined

  async function refresh(stale: string): Promise<string | undefined> {
    if (!session?.refresh) return undefined
    const current = await session.token()
    // Another call may have refreshed it since.
    return current === stale ? session.refresh(stale) : current
  }

  return async (scheme, stale) => {
    if (scheme.name) return typeof adminKey === 'function' ? adminKey() : adminKey
    if (!stale) return session?.token()
    refreshing ??= refresh(stale).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }
}
