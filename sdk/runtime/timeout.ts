/** Waiting that ends when the caller wants it to, or when it takes too long. */
import { type Endpoint, TimeoutError } from './errors.ts'

/** A call, and the signal by which its caller ends it. */
export interface Abortable extends Endpoint {
  signal?: AbortSignal | null | undefined
}

/**
 * Waits so many milliseconds, or no longer than that for some work. Rejects with the reason of the call's signal, or
 * with a TimeoutError if the work is late. The work is given a signal of its own, which goes off when the wait ends,
 * however it ends: nothing is left running, and no listener.
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
    // A longer timer would go off at once.
    timer = setTimeout(work ? late : resolve, Math.min(milliseconds, 2 ** 31 - 1))
    work?.(end.signal).then(resolve, reject)
  }).finally(() => {
    clearTimeout(timer as number)
    end.abort()
  })
}
