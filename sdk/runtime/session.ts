/** The caller's credentials, and the refresh of a rejected token, which runs once at a time. */
import { type Failure, TimeoutError } from './errors.ts'
import { withDeadline } from './timeout.ts'

/** The credentials that a client can send. */
export interface Credentials {
  /** The access token of each call that needs one: `{ token }`, or what {@link withRefresh} returns. */
  session?: Session | undefined
  /** The admin API key, or a function that fetches it. Sent to `admin` operations only. */
  adminKey?: string | (() => Token | Promise<Token>) | undefined
}

type Token = string | undefined

/** The caller's session. If its function throws, the call rejects with that exception. */
export interface Session {
  /** Returns the access token. Called before each request that needs one; without a token the service answers 401. */
  token(): Token | Promise<Token>
  /** Belongs to {@link withRefresh}: pass your `refresh` to that. */
  refresh?: never
  /**
   * Made by {@link withRefresh}. Finds a token in place of a rejected one.
   *
   * @param timeout How long the call waits.
   * @param usual The client's timeout, which ends the refresh: it is shared with calls that may have more time.
   * @returns The failure of the call, or undefined if its renewal has another token.
   */
  renew?(
    error: Failure,
    rejected: Token,
    renewal: Renewal,
    signal: AbortSignal,
    timeout: number,
    usual: number,
  ): Promise<Failure | undefined>
}

/** The input of {@link withRefresh}. If one of the functions throws, the call rejects with that exception. */
export interface RefreshableSession {
  /** Returns the access token. Called before each request that needs one, and again after a 401. */
  token(): Token | Promise<Token>
  /**
   * Returns a new access token, or undefined if there is none. Called with the rejected token, once for all
   * calls that wait because of it. It must not wait for a call of its own client that needs a token.
   */
  refresh(rejected: string, options: RefreshOptions): Token | Promise<Token>
}

/** The second argument of `refresh`. */
export interface RefreshOptions {
  /** Aborted when the timeout ends the refresh. Pass it on: the next refresh may begin while this one is still busy. */
  signal: AbortSignal
}

/** A token in place of a rejected one, if there is one; and whether a refresh returned it. */
type Found = [token: Token, isRefreshed: boolean]

/** The renewals of a call so far. */
export interface Renewal {
  /** Its newest token. */
  token?: Token
  /** Truthy if it is the last one for its call. */
  final?: boolean | Token
}

/**
 * Returns a value for the option `session` that refreshes its token when the service answers 401. Each call is then
 * repeated once; without a new token, its 401 stands. A refresh may take as long as the client's `timeout`; after that the
 * waiting calls reject with a `TimeoutError`, and the next 401 refreshes again.
 */
export function withRefresh(session: RefreshableSession): Session {
  let isRefreshing = false
  /** By the rejected token, so that users who share a client never get each other's token. */
  const renewals = new Map<string, [since: number, found: Promise<Found | null>]>()

  /** The result of the refresh that is under way, or of a new one; null if the timeout ends it. */
  function share(rejected: string, usual: number): Promise<Found | null> {
    const since = performance.now()
    const current = renewals.get(rejected)
    // One that is older than its own timeout has died with the request that began it, as in workerd, or the clock has changed.
    if (current && Math.abs(since - current[0]) < usual) return current[1]
    const end = new AbortController()
    const found = withDeadline(undefined, usual, async (): Promise<Found> => {
      const token = await session.token()
      // Another call may have refreshed it since.
      if (token !== rejected) return [token, false]
      isRefreshing = true
      const refreshed = (async () => session.refresh(rejected, { signal: end.signal }))()
      isRefreshing = false
      return [await refreshed, true]
    })
      .then((result) => {
        if (result) return result
        end.abort()
        return null
      })
      .finally(() => renewals.get(rejected)?.[1] === found && renewals.delete(rejected))
    renewals.set(rejected, [since, found])
    return found
  }

  return {
    token() {
      // A call that begins now is one of `refresh` itself, and would wait for its own end.
      if (isRefreshing) throw new Error('refresh awaits itself')
      return session.token()
    },
    async renew(error, rejected, renewal, signal, timeout, usual) {
      if (error.status !== 401 || !rejected || renewal.final) return error
      const wait = Math.min(timeout, usual)
      const find = () => {
        const shared = share(rejected, usual)
        return withDeadline(signal, wait, () => shared)
      }
      let found = await find()
      // Its own timeout would have ended it by now: it is dead, and one of the calls that wait for it takes its place.
      if (found === undefined && wait === usual) found = await find()
      if (!found) return new TimeoutError(error, `no new token within ${wait} ms`, { cause: error })
      const [token, isRefreshed] = found
      // A newer token of another call that is rejected, too, is followed by a refresh, but only once.
      renewal.final = isRefreshed || renewal.token
      renewal.token = token
      return token && token !== rejected ? undefined : error
    },
  }
}
