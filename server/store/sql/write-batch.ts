/** Lets writes to SQLite that come together share one transaction, and so one wait for the disk. */

interface Job {
  write: () => unknown
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

export interface Writer {
  exec(sql: string): void
  /** Whether a transaction is open, be it somebody else's or ours that SQLite has not rolled back by itself. */
  inTransaction(): boolean
}

/** Returns what runs one statement: with others, but refused alone if it alone is at fault. */
export function createWriteBatch({ exec, inTransaction }: Writer) {
  let waiting: Job[] = []

  function attempt({ write, resolve, reject }: Job): () => void {
    try {
      const value = write() as never
      return () => resolve(value)
    } catch (error) {
      if (!inTransaction()) throw error
      return () => reject(error)
    }
  }

  function run(): void {
    const jobs = waiting
    waiting = []
    const together = jobs.length > 1
    try {
      if (together) exec('begin immediate')
      const outcomes = jobs.map(attempt)
      if (together) exec('commit')
      for (const tell of outcomes) tell()
    } catch (error) {
      for (const { reject } of jobs) reject(error)
      undo()
    }
  }

  /** A transaction that cannot even be undone stays open, and whoever comes next is refused by SQLite. */
  function undo(): void {
    try {
      if (inTransaction()) exec('rollback')
    } catch {}
  }

  async function begin(alone: (step: () => void) => unknown): Promise<void> {
    try {
      await (inTransaction() ? alone(run) : run())
    } catch (error) {
      for (const { reject } of waiting.splice(0)) reject(error)
    }
  }

  /** @param alone runs a step as soon as nobody's transaction is open. */
  return <T>(write: () => T, alone: (step: () => void) => unknown): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.push({ write, resolve, reject })
      // Whatever else has come in by now is heard first, and joins in.
      if (waiting.length === 1) setImmediate(begin, alone)
    })
}
