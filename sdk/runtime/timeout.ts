/** Waits that end by the caller's signal or after a time. */

/**
 * Waits for `work`, but at most for a number of milliseconds. `work` receives a signal that is aborted when the wait ends,
 * so that nothing keeps running.
 *
 * @returns The value of `work`, or undefined when the time is over.
 * @throws The reason of the caller's signal when that aborts, or the exception of `work`.
 */
export function withDeadline<T>(
  signal: AbortSignal | null | undefined,
  milliseconds = 2e9,
  work?: (ended: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const end = new AbortController()
  let abort!: () => void
  let timer: unknown
  return new Promise<T | undefined>((resolve, reject) => {
    abort = () => {
      // Old signals, such as React Native's, have no reason.
      reject(signal?.reason ?? Object.assign(Error('aborted'), { name: 'AbortError' }))
      end.abort()
    }
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort)
    // A timer with a longer delay would fire at once.
    timer = setTimeout(resolve, Math.min(milliseconds, 2e9))
    work?.(end.signal).then(resolve, reject)
  }).finally(() => {
    clearTimeout(timer as number)
    // Not by an option of addEventListener: Node forgets that when it collects garbage, and the listener stays.
    signal?.removeEventListener('abort', abort)
    end.abort()
  })
}
