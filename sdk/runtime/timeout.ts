/** Waits that end by an abort signal or a timeout. */
import { type Endpoint, TimeoutError } from './errors.ts'

/** A call with the signal that aborts it. */
export interface Abortable extends Endpoint {
  signal?: AbortSignal | null | undefined
}

/**
 * Waits for a number of milliseconds, or at most that long for `work`. Rejects with the reason of the call's signal, or
 * with a TimeoutError if `work` takes too long. `work` receives a signal that is aborted when the wait ends, so that
 * nothing keeps running and no listener remains.
 */
export function wait<T = void>(
  call: Abortable,
  milliseconds: number,
  work?: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal } = call
  const end = new AbortController()
  let timer: unknown
  return new Promise<T>((resolve, reject) => {
    signal?.throwIfAborted()
    signal?.addEventListener('abort', () => reject(signal.reason), { signal: end.signal })
    const late = () => reject(new TimeoutError(call, `no complete answer within ${milliseconds} ms`))
    // A timer with a longer delay would fire at once.
    timer = setTimeout(work ? late : resolve, Math.min(milliseconds, 2 ** 31 - 1))
    work?.(end.signal).then(resolve, reject)
  }).finally(() => {
    clearTimeout(timer as number)
    end.abort()
  })
}
