/** A connection to the current one of several hosts, and what is known about it. */
import pg from 'pg'
import { prepareSession, type Session } from './postgres-session.ts'
import type { PostgresUrl } from './postgres-url.ts'

/** In milliseconds; `query` is above the bounds of a session, so that a living database answers first. */
export const timeouts = { connect: 5_000, query: 12_000, trial: 2_000, check: 5_000 }

/** Firewalls forget a connection that is idle for some minutes, and tell neither end. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 }

export class Client extends pg.Client {
  session: Session | undefined
  /** Whether a standby has not confirmed the last commit, although the database reports success. */
  isUnconfirmed = false
  usedAt = performance.now()
}

export type PooledClient = Client & pg.PoolClient

export interface Hosts {
  number: number
  /** The number of the host to which clients connect now. */
  current(): number
  /** Goes on to the next host, unless another caller has done so. */
  failed(host: number): void
  /** For a pool, whose clients are prepared. */
  options: pg.PoolConfig
  /** A client that is not connected yet. */
  create(): Client
}

export function createHosts(url: PostgresUrl, isBounded: boolean): Hosts {
  const { urls } = url
  let host = 0
  class ClientOfHost extends Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: urls[host] as string })
      // Without listeners, a lost connection would end the process. Its caller gets the error anyway.
      this.on('error', () => {})
    }
  }
  const settings = { application_name: 'monitoring-service', connectionTimeoutMillis: timeouts.connect, ...keepAlive }
  return {
    number: urls.length,
    current: () => host,
    failed(tried) {
      if (host === tried) host = (tried + 1) % urls.length
    },
    options: {
      ...settings,
      Client: ClientOfHost as never,
      // A connection that is closed when idle may still be open in the database when the next one is opened.
      idleTimeoutMillis: 0,
      async onConnect(connected) {
        const client = connected as PooledClient
        // A cancelled wait for the standby is only a warning (PostgreSQL, SyncRepWaitForLSN).
        client.on('notice', ({ code }) => {
          if (code === '01000') client.isUnconfirmed = true
        })
        client.session = await within(timeouts.connect, prepareSession(client, url, isBounded))
      },
    },
    create: () => new ClientOfHost(settings),
  }
}

/** Closes a client before the pool may open another one. */
export async function discard(client: pg.PoolClient): Promise<void> {
  await client.end().catch(() => {})
  client.release(true)
}

export class LateError extends Error {}

export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new LateError(`no answer in ${milliseconds / 1000} s`)), milliseconds)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
