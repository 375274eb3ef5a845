/** Removes a temporary file or folder after some work, also when a signal ends the process. */
import { rmSync } from 'node:fs'

const signals = ['SIGINT', 'SIGTERM', 'SIGQUIT', 'SIGHUP'] as const

/** Runs the work, then removes the path; a signal removes it too. */
export async function withTemporary<T>(path: string, work: () => Promise<T>): Promise<T> {
  const remove = () => rmSync(path, { force: true, recursive: true, maxRetries: 3 })
  const end = (signal: NodeJS.Signals) => {
    remove()
    // Without its listener, the signal ends the process, unless it is process 1 of a container.
    process.kill(process.pid, signal)
  }
  for (const signal of signals) process.prependOnceListener(signal, end)
  try {
    return await work()
  } finally {
    for (const signal of signals) process.off(signal, end)
    remove()
  }
}
