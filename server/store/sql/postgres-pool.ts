/** Connections to PostgreSQL, bounded in number: a connection counts until the database has closed it. */
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '@monitoring-service/http'
import pg from 'pg'
import type { Connections } from '../store.ts'
import { isLost, translate } from './postgres-errors.ts'
import { prepareSession, type Session } from './postgres-session.ts'
import type { PostgresUrl } from './postgres-url.ts'

/** In milliseconds; the second one is above the bounds of a session, so that a living database answers first. */
const timeouts = { connect: 5_000, query: 12_000, check: 5_000 }

export interface Connection {
  /**
   * @param endsWrite whether the statement makes a write final: a commit, or a write of its own.
   * @param name of a statement that is sent often: the database parses and plans it once per session.
   * @throws TransactionConflict, ApiError, or the error of a statement, which is a bug.
   */
  query(text: string, values: readonly unknown[], endsWrite: boolean, name?: string): Promise<pg.QueryResult>
  release(): void
  /** Resolves when the database has ended a released connection's query, also one that got no answer in time. */
  ended(): Promise<void>
}

export interface Pool {
  /**
   * @param isRead whether the caller only reads, outside of a transaction.
   * @throws ApiError UNAVAILABLE if none is free in five seconds.
   */
  connect(isRead?: boolean): Promise<Connection>
  connections(): Connections
  /** The last session that was opened. */
  session(): Session | undefined
  end(): Promise<void>
}

/** @param isBounded whether waits end after some seconds. */
export function createPool(url: PostgresUrl, isBounded: boolean): Pool {
  const { urls, max } = url
  const sessions = new WeakMap<pg.ClientBase, Session>()
  /** The clients whose commit a standby has not confirmed, although the database reports success. */
  const warned = new WeakSet<pg.ClientBase>()
  /** The clients whose query has timed out. The database may still work on it. */
  const held = new Set<pg.PoolClient>()
  let host = 0
  let latest: Session | undefined
  let isWatching = false

  class Client extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: urls[host] })
    }
  }
  const settings = { application_name: 'monitoring-service', connectionTimeoutMillis: timeouts.connect }
  const options: pg.PoolConfig = {
    ...settings,
    Client: Client as never,
    // A connection that is closed when idle may still be open in the database when the next one is opened.
    idleTimeoutMillis: 0,
    async onConnect(client) {
      // Without listeners, a lost connection would end the process. Its caller gets the error anyway.
      client.on('error', () => {})
      // A cancelled wait for the standby is only a warning (PostgreSQL, SyncRepWaitForLSN).
      client.on('notice', ({ code }) => code === '01000' && warned.add(client))
      latest = await within(timeouts.connect, prepareSession(client, url, isBounded))
      sessions.set(client, latest)
    },
  }
  // One connection is left to find out which held ones the database has closed.
  const hasSpare = max > 2
  const pool = new pg.Pool({ ...options, max: Math.max(1, hasSpare ? max - 2 : max - 1) })
  // Reads wait for no standby, so that they have a connection while all writes wait for one.
  const spare = hasSpare ? new pg.Pool({ ...options, max: 1 }) : pool
  const pools = new Set([pool, spare])
  for (const one of pools) one.on('error', () => {})
  const sum = (count: 'totalCount' | 'idleCount' | 'waitingCount') =>
    [...pools].reduce((all, one) => all + one[count], 0)
  const isFull = () => pool.totalCount === pool.options.max && pool.idleCount === 0

  /** Tries each host, and stays with the one that worked. */
  async function acquire(isRead: boolean): Promise<pg.PoolClient> {
    const from = isRead && isFull() && spare.waitingCount <= pool.waitingCount ? spare : pool
    for (let attempt = 1; ; attempt++) {
      const tried = host
      try {
        return await from.connect()
      } catch (cause) {
        const isLate = /^timeout exceeded/.test((cause as Error).message)
        if (isLate || attempt >= urls.length) throw new ApiError('UNAVAILABLE', { cause })
        if (host === tried) host = (tried + 1) % urls.length
      }
    }
  }

  /** Keeps a client out of the pool, but counted, until its query has ended. */
  async function hold(client: pg.PoolClient, query: Promise<unknown>): Promise<void> {
    held.add(client)
    if (!isWatching && max > 1) void watchHeld()
    await query.catch(() => {})
    const isUsable = await client.query('rollback').then(
      () => true,
      () => false,
    )
    held.delete(client)
    if (isUsable) client.release()
    else await discard(client)
  }

  async function watchHeld(): Promise<void> {
    isWatching = true
    while (held.size > 0) {
      await wait(timeouts.check, undefined, { ref: false })
      await dropClosed()
    }
    isWatching = false
  }

  /** Asks the database, which may be another host by now, and ends the held clients of which it knows nothing. */
  async function dropClosed(): Promise<void> {
    const client = new Client(settings)
    client.on('error', () => {})
    try {
      await client.connect()
      const pids = [...held].map((one) => sessions.get(one)?.pid)
      const text = 'select pid, backend_start::text as started from pg_catalog.pg_stat_activity where pid = any($1)'
      const { rows } = await within(timeouts.check, client.query<Session>(text, [pids]))
      for (const one of held) {
        const session = sessions.get(one)
        const isOpen = rows.some(({ pid, started }) => pid === session?.pid && started === session.started)
        // Ends the query too, with an error.
        if (!isOpen) void one.end()
      }
    } catch {
      host = (host + 1) % urls.length
    } finally {
      void client.end()
    }
  }

  return {
    async connect(isRead = false) {
      const client = await acquire(isRead)
      let lost: Error | undefined
      let late: Promise<unknown> | undefined
      let holding: Promise<void> | undefined
      return {
        async query(text, values, endsWrite, name) {
          if (lost) throw lost
          warned.delete(client)
          const statement = { text, values: values as unknown[] }
          const isPrepared = name !== undefined && sessions.get(client)?.isPooled === false
          const query = isPrepared
            ? client.query({ ...statement, name }).catch((error) => {
                // The tables have other columns now; nothing was executed.
                if (error.code === '0A000') return client.query(statement)
                throw error
              })
            : client.query(statement)
          try {
            const result = isBounded ? await within(timeouts.query, query) : await query
            if (endsWrite && warned.has(client)) throw new Error('the standby did not confirm the commit')
            return result
          } catch (error) {
            if (error instanceof LateError) late = query
            const translated = translate(error as Error, endsWrite)
            if (isLost(error as Error)) lost = translated
            throw translated
          }
        },
        release() {
          if (late) holding = hold(client, late)
          else if (lost) void discard(client)
          else client.release()
        },
        ended: async () => holding,
      }
    },
    connections: () => ({
      busy: sum('totalCount') - sum('idleCount') - held.size,
      idle: sum('idleCount'),
      held: held.size,
      waiting: sum('waitingCount'),
      max,
    }),
    session: () => latest,
    async end() {
      for (const client of held) void client.end()
      await Promise.all([...pools].map((one) => one.end()))
    },
  }
}

/** Closes a client before the pool may open another one. */
async function discard(client: pg.PoolClient): Promise<void> {
  await client.end().catch(() => {})
  client.release(true)
}

class LateError extends Error {}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new LateError(`no answer in ${milliseconds / 1000} s`)), milliseconds)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
