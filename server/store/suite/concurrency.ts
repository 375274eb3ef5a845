/** Callers of a store who come at the same moment. */
import type { Store } from '../store.ts'

/** Calls so many times at once, on connections that are open already: opening one takes longer than most calls. */
export async function callConcurrently<T>(store: Store, times: number, call: (i: number) => Promise<T>): Promise<T[]> {
  const numbers = Array.from({ length: times }, (_, i) => i)
  await Promise.all(numbers.map(() => store.findUser('nobody@example.com')))
  return Promise.all(numbers.map(call))
}

/** The code of a refusal, or what came. */
export function resultOrCode<T>(outcome: Promise<T>): Promise<T | string> {
  return outcome.catch((error) => error.code)
}
