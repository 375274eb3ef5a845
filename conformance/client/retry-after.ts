/** Asking again whoever says to come back later: what was turned away (429, 503) was not done. */

interface Answered {
  /** Names of headers in lower case. */
  response: { status: number; headers: Record<string, string> }
}

const shortestWait = 250

/**
 * Asks until the answer is another than to come back later, or until that would take too long.
 * @param patience how long to wait, in all, in milliseconds.
 * @returns the last answer, and how often was asked.
 */
export async function sendWithRetries<T extends Answered>(
  ask: () => Promise<T>,
  patience: number,
): Promise<{ answered: T; times: number; isRateLimited: boolean }> {
  const deadline = performance.now() + patience
  for (let times = 1; ; times++) {
    const answered = await ask()
    const { status } = answered.response
    if (status !== 429 && status !== 503) return { answered, times, isRateLimited: false }
    const wait = waitOf(answered)
    if (performance.now() + wait > deadline) return { answered, times, isRateLimited: true }
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

/** How long one is to wait, in milliseconds: Retry-After is seconds, or a date. */
function waitOf({ response: { headers } }: Answered): number {
  const after = headers['retry-after'] ?? ''
  if (/^\d+$/.test(after)) return Math.max(1000 * Number(after), shortestWait)
  const now = Date.parse(headers.date ?? '') || Date.now()
  return Math.max((Date.parse(after) || 0) - now, shortestWait)
}
