/** A borrowed connection to PostgreSQL: bounds the time of its statements, and translates their errors. */
import type pg from 'pg'
import { LateError, type PooledClient, timeouts, within } from './postgres-client.ts'
import { isLost, translate } from './postgres-errors.ts'

export interface Connection {
  isCockroach: boolean
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

/** @param giveBack takes the client, with the query that got no answer, or whether its connection is lost. */
export function createConnection(
  client: PooledClient,
  isBounded: boolean,
  giveBack: (late: Promise<unknown> | undefined, isLost: boolean) => Promise<void> | undefined,
): Connection {
  let lost: Error | undefined
  let late: Promise<unknown> | undefined
  let ending: Promise<void> | undefined

  function send(text: string, values: readonly unknown[], name?: string): Promise<pg.QueryResult> {
    const statement = { text, values: values as unknown[] }
    if (name === undefined || client.session?.isPooled !== false) return client.query(statement)
    return client.query({ ...statement, name }).catch((error) => {
      // The tables have other columns now; nothing was executed.
      if (error.code === '0A000') return client.query(statement)
      throw error
    })
  }

  return {
    isCockroach: client.session?.isCockroach === true,
    async query(text, values, endsWrite, name) {
      if (lost) throw lost
      client.isUnconfirmed = false
      const query = send(text, values, name)
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
      ending = giveBack(late, lost !== undefined)
    },
    ended: async () => ending,
  }
}
