/** Connections that were given up since a query got no answer: each counts until the database works for it no more. */
import { setTimeout as wait } from 'node:timers/promises'
import { discard, type Hosts, type PooledClient, timeouts, within } from './postgres-client.ts'

export interface Held {
  size(): number
  /** Keeps a client out of the pool until its query has ended. */
  hold(client: PooledClient, query: Promise<unknown>): Promise<void>
  /** Asks the database, on a connection of its own, for the state of the held clients. */
  watch(): void
  /** Whether the database answered the last watch, and worked for no held client. */
  isRested(): boolean
  end(): void
}

/**
 * A backend that waits for its client has got no query, or its answer was lost: it is over. Others may wait for a
 * standby, and their write may still be done. A process id alone is used again.
 */
const backends = `select pid, case when wait_event_type = 'Client' then pg_catalog.pg_terminate_backend(pid) end as is_over
  from pg_catalog.pg_stat_activity where (pid, extract(epoch from backend_start)::text) in (`

/** How soon the end of a backend is looked for, in milliseconds. */
const endTime = 100

/** Ends the held clients that have no backend; returns what the database does for the others. */
async function ask(hosts: Hosts, held: PooledClient[]): Promise<{ areEnding: boolean; isRested: boolean }> {
  const [host, client] = [hosts.current(), hosts.create()]
  try {
    await client.connect()
    const values = held.flatMap(({ session }) => [session?.pid, session?.started])
    const pairs = held.map((_, n) => `($${2 * n + 1}::int4, $${2 * n + 2}::text)`)
    const text = `${backends}${pairs.join() || '(null::int4, null::text)'})`
    const query = client.query<{ pid: number; is_over: boolean | null }>(text, values)
    const { rows } = await within(timeouts.check, query)
    for (const one of held) {
      // Ends the query too, with an error.
      if (!rows.some(({ pid }) => pid === one.session?.pid)) void one.end()
    }
    return { areEnding: rows.some(({ is_over }) => is_over), isRested: rows.every(({ is_over }) => is_over) }
  } catch {
    hosts.failed(host)
    return { areEnding: false, isRested: false }
  } finally {
    void client.end()
  }
}

export function createHeld(hosts: Hosts): Held {
  const held = new Set<PooledClient>()
  let isWatching = false
  let isRested = false
  let askNow = () => {}

  /** Asks the database about the held connections, and again until none is held; `askNow` ends a pause. */
  async function watch(): Promise<void> {
    if (isWatching) return
    isWatching = true
    do {
      const { promise: isHeld, resolve } = Promise.withResolvers<void>()
      askNow = resolve
      const state = await ask(hosts, [...held])
      isRested = state.isRested
      await Promise.race([isHeld, wait(state.areEnding ? endTime : timeouts.check, undefined, { ref: false })])
    } while (held.size > 0)
    isWatching = false
  }

  return {
    size: () => held.size,
    async hold(client, query) {
      held.add(client)
      // A pooler bounds its own connections, and one of them serves many clients.
      if (client.session?.isPooled || client.session?.isCockroach) void client.end()
      else {
        askNow()
        void watch()
      }
      await query.catch(() => {})
      const isUsable = await client.query('rollback').then(
        () => true,
        () => false,
      )
      held.delete(client)
      if (isUsable) client.release()
      else await discard(client)
    },
    watch: () => void watch(),
    isRested: () => isRested,
    end() {
      for (const client of held) void client.end()
    },
  }
}
