/** The caller's credentials, and the refresh of a rejected token, which runs once at a time. */
import { type Failure, TimeoutError } from './errors.ts'
import { limit } from './timeout.ts'

/** The credentials that a client can send. */
export interface Credentials {
  session?: Session | undefined
  /** The admin API key, or a function that fetches it. Sent to `admin` operations only. */
  adminKey?: string | (() => string | Promise<string>) | undefined
}

type Token = string | undefined

/** The caller's session. If its function throws, the call rejects with that exception. */
export interface Session {
  /** Returns the access token. Called before each request that needs one; without a token the service answers 401. */
  token(): Token | Promise<Token>
  /** Belongs to {@link withRefresh}: pass your `refresh` to that. */
  refresh?: never
  /** Made by {@link withRefresh}. Finds a token in place of a rejected one. */
  renew?(error: Failure, rejected: string, previous: Renewal | undefined, wait: RenewalWait): Promise<Renewal>
}

/** How a call waits for a renewal. */
export interface RenewalWait {
  signal: AbortSignal | null | undefined
  /** How long the call waits. */
  timeout: number
  /** The client's timeout, which ends the refresh: it is shared with calls that may have more time. */
  usual: number
}

/** What {@link withRefresh} takes. If one of the functions throws, the call rejects with that exception. */
export interface RefreshableSession {
  /** Returns the access token. Called before each request that needs one, and again after a 401. */
  token(): Token | Promise<Token>
  /**
   * Returns a new access token, or undefined if there is none. Called with the rejected token, once for all
   * calls that wait because of it. It must not wait for a call of its own client that needs a token.
   */
  refresh(rejected: string, options: RefreshOptions): Token | Promise<Token>
}

/** What `refresh` receives besides the rejected token. */
export interface RefreshOptions {
  /** Aborted when the timeout ends the refresh. Pass it on: the next refresh may begin while this one is still busy. */
  signal: AbortSignal
}

/** A token in place of a rejected one; the rejected one, if there is no other. */
export interface Renewal {
  token: string
  /** It is the last one for its call. */
  isLast: boolean
  /** Ends the call, since there was no token in time. */
  error?: TimeoutError
}

/**
 * Returns a value for the option `session` that refreshes its token when the service answers 401. Each call is then
 * repeated once; without a new token, its 401 stands. A refresh may take as long as the client's `timeout`; after that the
 * waiting calls reject with a `TimeoutError`, and the next 401 refreshes again.
 */
export function withRefresh(session: RefreshableSession): Session {
  let isRefreshing = false
  /** By the rejected token, so that users who share a client never get each other's token. */
  const renewals = new Map<string, { since: number; found: Promise<Renewal | null> }>()

  async function findToken(rejected: string, signal: AbortSignal): Promise<Renewal> {
    const token = await session.token()
    // Another call may have refreshed it since.
    if (token !== rejected) return { token: token || rejected, isLast: !token }
    isRefreshing = true
    const refreshed = (async () => session.refresh(rejected, { signal }))()
    isRefreshing = false
    return { token: (await refreshed) || rejected, isLast: true }
  }

  /** Null if the timeout ends it. */
  async function findOnce(rejected: string, timeout: number): Promise<Renewal | null> {
    const end = new AbortController()
    const renewal = await limit(undefined, timeout, () => findToken(rejected, end.signal))
    if (renewal) return renewal
    end.abort()
    return null
  }

  /** The renewal that is under way, or a new one. */
  function share(rejected: string, usual: number) {
    const since = performance.now()
    const current = renewals.get(rejected)
    // One that is older than its own timeout has died with the request that began it, as in workerd, or the clock has changed.
    if (current && Math.abs(since - current.since) < usual) return current
    const found = findOnce(rejected, usual).finally(
      () => renewals.get(rejected) === shared && renewals.delete(rejected),
    )
    const shared = { since, found }
    renewals.set(rejected, shared)
    return shared
  }

  const renew: Session['renew'] = async (error, rejected, previous, { signal, timeout, usual }) => {
    if (previous?.isLast) return previous
    const wait = Math.min(timeout, usual)
    const { found } = share(rejected, usual)
    let renewal = await limit(signal, wait, () => found)
    // Its own timeout would have ended it by now: it is dead, and one of the calls that wait for it takes its place.
    if (renewal === undefined && wait === usual) renewal = await limit(signal, wait, () => share(rejected, usual).found)
    if (renewal) {
      // A newer token that is rejected too is followed by a refresh, but only once.
      return { token: renewal.token, isLast: renewal.isLast || !!previous }
    }
    const late = new TimeoutError(error, `no new token within ${wait} ms`, { cause: error })
    return { token: rejected, isLast: true, error: late }
  }

  return {
    token() {
      // A call that begins now is one of `refresh` itself, and would wait for its own end.
      if (isRefreshing) throw new Error('session.refresh waits for a call of its own client')
      return session.token()
    },
    renew,
  }
}
