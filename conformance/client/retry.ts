/** Retries of a request that was answered with 429 or 503, which means that it was not processed. */
import { setTimeout as pause } from 'node:timers/promises'

interface Answered {
  /** Names of headers are in lower case. */
  response: { status: number; headers: Record<string, string> }
}

const shortestWait = 250

/**
 * Sends until the response is neither 429 nor 503, or the next wait would exceed the patience.
 * @param patience in milliseconds.
 */
export async function sendWithRetries<T extends Answered>(
  send: () => Promise<T>,
  patience: number,
): Promise<{ exchange: T; attempts: number; isRateLimited: boolean }> {
  const deadline = performance.now() + patience
  for (let attempts = 1; ; attempts++) {
    const exchange = await send()
    const { status } = exchange.response
    if (status !== 429 && status !== 503) return { exchange, attempts, isRateLimited: false }
    const wait = readRetryAfter(exchange)
    if (performance.now() + wait > deadline) return { exchange, attempts, isRateLimited: true }
    await pause(wait)
  }
}

/** In milliseconds; Retry-After holds seconds or a date. */
function readRetryAfter({ response: { headers } }: Answered): number {
  const after = headers['retry-after'] ?? ''
  if (/^\d+$/.test(after)) return Math.max(1000 * Number(after), shortestWait)
  const now = Date.parse(headers.date ?? '') || Date.now()
  return Math.max((Date.parse(after) || 0) - now, shortestWait)
}
