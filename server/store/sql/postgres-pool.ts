/** Connections to PostgreSQL, bounded in number: a connection counts until the database has closed it. */
import { ApiError, reasonOf } from '@monitoring-service/http'
import pg from 'pg'
import type { Connections } from '../store.ts'
import { createHosts, discard, LateError, type PooledClient, timeouts, within } from './postgres-client.ts'
import { type Connection, createConnection, type Returned } from './postgres-connection.ts'
import { createHeld, type Held } from './postgres-held.ts'
import type { PostgresUrl } from './postgres-url.ts'

export interface Pool {
  /**
   * @param isRead whether the caller only reads, outside of a transaction.
   * @throws ApiError UNAVAILABLE if none is free in five seconds.
   */
  connect(isRead?: boolean): Promise<Connection>
  connections(): Connections
  /** Whether no caller was served for a minute, although the database answers and is at work for none. */
  isStuck(): boolean
  end(): Promise<void>
}

/** A connection that was idle for so long is tried before it is used, in milliseconds. */
const trusted = 1_000
const stuckTime = 60_000

/** @param isBounded whether waits end after some seconds. */
export function createPool(url: PostgresUrl, isBounded: boolean): Pool {
  const hosts = createHosts(url, isBounded)
  const held = createHeld(hosts)
  const { pools, acquire } = createPools(hosts, url.max)
  const service = watchService(held)

  async function acquireWorking(isRead: boolean): Promise<PooledClient> {
    for (;;) {
      const client = await acquire(isRead)
      if (performance.now() - client.usedAt < trusted || (await answers(client, held))) return client
      tryIdle(pools, held)
    }
  }

  function giveBack(client: PooledClient, { late, isLost }: Returned) {
    if (late) {
      const ended = held.hold(client, late)
      service.late()
      tryIdle(pools, held)
      return ended
    }
    client.usedAt = performance.now()
    if (isLost) void discard(client)
    else {
      service.served()
      client.release()
    }
  }

  return {
    async connect(isRead = false) {
      const client = await acquireWorking(isRead).catch((error) => {
        if (isLate(reasonOf(error))) service.late()
        throw error
      })
      return createConnection(client, isBounded, (returned) => giveBack(client, returned))
    },
    connections: () => countConnections(pools, held.size(), url.max),
    isStuck: service.isStuck,
    async end() {
      held.end()
      await Promise.all([...pools].map((one) => one.end()))
    },
  }
}

/** Whether a connection answers in time; one that does not is given up. */
async function answers(client: PooledClient, held: Held): Promise<boolean> {
  const query = client.query('select 1')
  try {
    await within(timeouts.trial, query)
    return true
  } catch (error) {
    void (error instanceof LateError ? held.hold(client, query) : discard(client))
    return false
  }
}

/** Tries the idle connections: what silenced another one may have silenced them, too. */
function tryIdle(pools: Set<pg.Pool>, held: Held): void {
  for (const one of pools) {
    for (let n = one.idleCount; n > 0; n--) {
      one.connect().then(
        async (client) => (await answers(client as PooledClient, held)) && client.release(),
        () => {},
      )
    }
  }
}

/** Notes calls that waited in vain, for the answer of the database or for a connection. */
function watchService(held: Held) {
  /** The first and the last one since a call was served. */
  let unserved: { first: number; last: number } | undefined
  return {
    late() {
      const now = performance.now()
      unserved = { first: unserved?.first ?? now, last: now }
      held.watch()
    },
    served() {
      unserved = undefined
    },
    isStuck: () => unserved !== undefined && unserved.last - unserved.first > stuckTime && held.isRested(),
  }
}

function countConnections(pools: Set<pg.Pool>, held: number, max: number): Connections {
  const sum = (count: 'totalCount' | 'idleCount' | 'waitingCount') =>
    [...pools].reduce((all, one) => all + one[count], 0)
  const idle = sum('idleCount')
  return { busy: sum('totalCount') - idle - held, idle, held, waiting: sum('waitingCount'), max }
}

/** A pool for all callers, and one connection for reads, which wait for no standby. */
function createPools({ options, number, current, failed }: ReturnType<typeof createHosts>, max: number) {
  // One connection is left to find out which held ones the database has closed.
  const hasSpare = max > 2
  const pool = new pg.Pool({ ...options, max: Math.max(1, hasSpare ? max - 2 : max - 1) })
  const spare = hasSpare ? new pg.Pool({ ...options, max: 1 }) : pool
  const pools = new Set([pool, spare])
  for (const one of pools) one.on('error', () => {})
  const isFull = () => pool.totalCount === pool.options.max && pool.idleCount === 0

  /** Tries each host, and stays with the one that worked. */
  async function acquire(isRead: boolean): Promise<PooledClient> {
    const from = isRead && isFull() && spare.waitingCount <= pool.waitingCount ? spare : pool
    for (let attempt = 1; ; attempt++) {
      const host = current()
      try {
        return (await from.connect()) as PooledClient
      } catch (cause) {
        if (isLate(cause) || attempt >= number) throw new ApiError('UNAVAILABLE', { cause: explainCertificate(cause) })
        failed(host)
      }
    }
  }
  return { pools, acquire }
}

/** Node's codes for a certificate that it does not trust. */
const untrusted = /^(?:UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|CERT_|ERR_TLS_CERT_)/

function explainCertificate(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (!untrusted.test(code ?? '')) return error
  return Object.assign(error as Error, { message: `${message}; see sslmode and sslrootcert in the store's address` })
}

/** Whether a caller has waited for a free connection in vain. */
function isLate(error: unknown): boolean {
  return error instanceof Error && /^timeout exceeded/.test(error.message)
}
