/** Runs SQLite writes in one transaction. */

export interface Connection {
  exec(sql: string): void
  /** Whether a transaction is open. SQLite may roll one back by itself. */
  inTransaction(): boolean
}

export type Outcome<T> = { value: T } | { error: unknown }

/**
 * Returns the outcome of each write; one that fails alone is undone alone.
 * @throws if the transaction fails; then none is applied.
 */
export function runBatch<T>(connection: Connection, writes: (() => T)[]): Outcome<T>[] {
  const attempt = (write: () => T): Outcome<T> => {
    try {
      return { value: write() }
    } catch (error) {
      if (!connection.inTransaction()) throw error
      return { error }
    }
  }
  const outcomes: Outcome<T>[] = []
  transact(connection, () => {
    for (const write of writes) outcomes.push(attempt(write))
    return true
  })
  return outcomes
}

/** Runs steps of one transaction until one returns false, and then undoes them; returns whether all returned true. */
export function runExpected(connection: Connection, steps: (() => boolean)[]): boolean {
  return transact(connection, () => steps.every((step) => step()))
}

/** Commits if `work` returns true. */
function transact({ exec, inTransaction }: Connection, work: () => boolean): boolean {
  exec('begin immediate')
  try {
    const isDone = work()
    exec(isDone ? 'commit' : 'rollback')
    return isDone
  } catch (error) {
    rollBack()
    throw error
  }

  /** If the rollback fails, the transaction stays open and SQLite rejects the next `begin`. */
  function rollBack(): void {
    try {
      if (inTransaction()) exec('rollback')
    } catch {}
  }
}
