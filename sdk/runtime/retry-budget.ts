/** The retry budget of a client, so that retries do not overload a failing service. */

const fullBudget = 20

/** @returns a function that adds to the number of retries that are left, and returns it. Ten seconds add one. */
export function createRetryBudget(): (change: number) => number {
  let retries = fullBudget
  let updated = performance.now()
  return (change) => {
    const now = performance.now()
    retries = Math.min(fullBudget, retries + (now - updated) / 10_000) + change
    updated = now
    return retries
  }
}
