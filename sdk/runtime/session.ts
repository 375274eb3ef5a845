/** Who calls: the caller's own token or key, and one renewal of the token at a time. */
import type { Security } from './headers.ts'

/** What a user of the SDK can be recognised by. */
export interface Credentials {
  session?: Session | undefined
  /** The admin API key, or what fetches it. Used for `admin` operations only. */
  adminKey?: string | (() => string | Promise<string>) | undefined
}

/** The caller's own session. What its functions throw, the call rejects with. */
export interface Session {
  /** Asked for the access token before each request that needs one. Without a token the service answers 401. */
  token(): string | undefined | Promise<string | undefined>
  /**
   * Asked for a new access token when the service answered 401, with the token that was refused. However many calls
   * wait for it, it runs once at a time. Each call is then repeated once; without a new token its 401 stands.
   */
  refresh?(stale: string): string | undefined | Promise<string | undefined>
}

/** Fetches the token or key that a scheme asks for, if there is one; instead of a stale token, a new one. */
export type GetCredential = (scheme: Security, stale?: string) => Promise<string | undefined>

export function createCredentialSource({ session, adminKey }: Credentials): GetCredential {
  let renewal: Promise<string | undefined> | undefined

  async function renew(stale: string): Promise<string | undefined> {
    if (!session?.refresh) return undefined
    const current = await session.token()
    // Somebody else may have renewed it since.
    return current === stale ? session.refresh(stale) : current
  }

  return async (scheme, stale) => {
    if (scheme.name) return typeof adminKey === 'function' ? adminKey() : adminKey
    if (!stale) return session?.token()
    renewal ??= renew(stale).finally(() => {
      renewal = undefined
    })
    return renewal
  }
}
