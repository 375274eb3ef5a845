/** Searches for an order of concurrent operations on one record that explains their responses and its final state. */
import type { Operation } from './recorder.ts'

/** The status line of an operation on a state, and the state after it. */
export type Step<State> = (state: State, operation: Operation) => [statusLine: string, next: State]

/** Responses without effect, whatever the state: an unavailable store, a limit of attempts, a request that never arrived. */
const withoutEffect = /^(503 UNAVAILABLE|429 RATE_LIMITED|\D.*)$/

/**
 * Whether an order exists. An operation takes effect between its begin and its end; one whose outcome is unknown takes
 * effect at any time after its begin, or never.
 */
export function canExplain<State>(
  operations: Operation[],
  start: State,
  step: Step<State>,
  isFinal: (state: State) => boolean,
): boolean {
  const tried = new Set<string>()

  function search(state: State, left: Operation[]): boolean {
    const key = JSON.stringify([state, left.map(({ began }) => began)])
    if (tried.has(key)) return false
    tried.add(key)
    const known = left.filter(({ outcome }) => outcome !== 'info')
    if (known.length === 0 && isFinal(state)) return true
    const firstEnd = Math.min(...known.map(({ ended }) => ended))
    return left.some((operation) => {
      if (operation.began > firstEnd) return false
      const [statusLine, next] = step(state, operation)
      if (operation.outcome === 'info' ? next === state : operation.statusLine !== statusLine) return false
      return search(
        next,
        left.filter((one) => one !== operation),
      )
    })
  }
  return search(
    start,
    operations.filter(({ outcome, statusLine }) => outcome !== 'fail' || !withoutEffect.test(statusLine)),
  )
}
