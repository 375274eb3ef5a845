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
export function runBatch<T>({ exec, inTransaction }: Connection, writes: (() => T)[]): Outcome<T>[] {
  const attempt = (write: () => T): Outcome<T> => {
    try {
      return { value: write() }
    } catch (error) {
      if (!inTransaction()) throw error
      return { error }
    }
  }
  exec('begin immediate')
  try {
    const outcomes = writes.map(attempt)
    exec('commit')
    return outcomes
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
