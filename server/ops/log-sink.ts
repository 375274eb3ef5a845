/** Writes log lines in the background; while their destination takes none, further lines are dropped and counted. */
import sonicBoom from 'sonic-boom'

export interface LogSink {
  write(line: string): void
  /** The number of lines that were dropped since the start. */
  dropped(): number
  /** Waits until the lines are written, for half a second at most. */
  flush(): Promise<void>
}

/** Bytes that wait for the destination at most, some 3,000 lines. */
const maxWaiting = 1_048_576
const maxFlush = 500
const retryDelay = 1_000

/**
 * @param destination a file descriptor, or the path of a file to append to.
 * @param onRecovery called with the number of dropped lines when the destination takes lines again.
 */
export function openLogSink(destination: number | string, onRecovery: (dropped: number) => void): LogSink {
  // Node opens its stream for a pipe without blocking. A blocked write would keep the process from exiting.
  if (destination === process.stderr.fd) void process.stderr.writable
  // With a `minLength` of 0, its flush would not wait.
  const limits = { minLength: 1, maxLength: maxWaiting }
  const stream = new sonicBoom.SonicBoom({ dest: destination as string, sync: false, mode: 0o600, ...limits })
  let dropped = 0
  let reported = 0
  stream.on('drop', () => {
    dropped += 1
  })
  // A full disk or a reader that is gone: the lines are kept. Once they reach the limit, no line causes another attempt.
  let isWaiting = false
  stream.on('error', () => {
    if (isWaiting) return
    isWaiting = true
    const retry = () => {
      isWaiting = false
      stream.flush()
    }
    setTimeout(retry, retryDelay).unref()
  })
  stream.on('drain', () => {
    if (dropped === reported) return
    const count = dropped - reported
    reported = dropped
    onRecovery(count)
  })
  return {
    write: (line) => void stream.write(line),
    dropped: () => dropped,
    flush() {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, maxFlush)
      stream.flush(() => resolve())
      return promise.finally(() => clearTimeout(timer))
    },
  }
}
