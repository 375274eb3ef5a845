/** A borrowed connection to PostgreSQL: bounds the time of its statements, and translates their errors. */
import type pg from 'pg'
import { LateError, type PooledClient, timeouts, within } from './postgres-client.ts'
import { isLost, translate } from './postgres-errors.ts'

export interface Statement {
  text: string
  values?: readonly unknown[]
  /** Whether it makes a write final: a commit, or a write of its own. */
  endsWrite?: boolean
  /** Of one that is sent often: the database parses and plans it once per session. */
  name?: string
}

export interface Connection {
  isCockroach: boolean
  /** @throws TransactionConflict, ApiError, or the error of a statement, which is a bug. */
  query(statement: Statement): Promise<pg.QueryResult>
  release(): void
  /** Resolves when the database has ended a released connection's query, also one that got no answer in time. */
  ended(): Promise<void>
}

/** How a borrowed connection comes back. */
export interface Returned {
  /** A query that got no answer in time. */
  late: Promise<unknown> | undefined
  isLost: boolean
}

/** @param giveBack returns the end of a late query. */
export function createConnection(
  client: PooledClient,
  isBounded: boolean,
  giveBack: (returned: Returned) => Promise<void> | undefined,
): Connection {
  let lost: Error | undefined
  let late: Promise<unknown> | undefined
  let ending: Promise<void> | undefined

  function send({ text, values = [], name }: Statement): Promise<pg.QueryResult> {
    const unnamed = { text, values: values as unknown[] }
    if (name === undefined || client.session?.isPooled !== false) return client.query(unnamed)
    return client.query({ ...unnamed, name }).catch((error) => {
      // The tables have other columns now; nothing was executed.
      if (error.code === '0A000') return client.query(unnamed)
      throw error
    })
  }

  return {
    isCockroach: client.session?.isCockroach === true,
    async query(statement) {
      const { endsWrite = false } = statement
      if (lost) throw lost
      client.isUnconfirmed = false
      const query = send(statement)
      try {
        const result = isBounded ? await within(timeouts.query, query) : await query
        if (endsWrite && client.isUnconfirmed) throw new Error('the standby did not confirm the commit')
        return result
      } catch (error) {
        if (error instanceof LateError) late = query
        const translated = translate(error as Error, endsWrite)
        if (isLost(error as Error)) lost = translated
        throw translated
      }
    },
    release() {
      ending = giveBack({ late, isLost: lost !== undefined })
    },
    ended: async () => ending,
  }
}
