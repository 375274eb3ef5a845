/** Sends a request once more where that is safe: after 429 and 503, and if it changes nothing, after a lost response. */
import { errors } from '@monitoring-service/contract'
import type { Barrier } from './barrier.ts'
import { type Exchange, NoResponseError, type OutgoingRequest, RateLimitedError } from './exchange.ts'
import type { GatewayWatch } from './gateway.ts'
import { sendWithRetries } from './retry.ts'

export type Connection = Barrier | 'kept'
export type Send = (request: OutgoingRequest, connection?: Connection) => Promise<Exchange>

const mostLost = 3

/**
 * Requests are sent again while the target answers 429 or 503, since such a request was not processed. If the
 * outcome is unknown or the connection closes, only a request that changes nothing is sent again.
 * @param receive sends on a connection of its own, which any process of the target may get, or on a `kept` one; a barrier
 * holds back requests that are sent at the same time. It throws NoResponseError, RateLimitedError or RequestLimitError.
 * @param refund what is sent once more does not count twice.
 */
export function createResending(
  receive: Send,
  gateway: GatewayWatch,
  { refund, patience }: { refund(requests: number): void; patience: number },
): { send: Send; sendOnce: Send } {
  /**
   * @param returnsBusy a gateway's 429 or 503 is returned, as one of the target.
   * @throws NoResponseError, RateLimitedError if a gateway answers in place of the target.
   */
  async function sendOnce(request: OutgoingRequest, connection?: Connection, returnsBusy = false): Promise<Exchange> {
    const exchange = await receive(request, connection)
    const form = gateway.recognize(exchange.response, exchange.isJson)
    const { status } = exchange.response
    const isWaiting = status === 429 || status === 503
    if (form === undefined || (isWaiting && returnsBusy)) return exchange
    if (isWaiting) throw new RateLimitedError(request, status, 1)
    throw new NoResponseError(exchange, `a gateway answers in place of the target: ${form}`)
  }

  /** A request that changes nothing is sent again if a gateway answers, the connection is closed, or the outcome is unknown. */
  async function sendRepeatingReads(
    request: OutgoingRequest,
    connection?: Connection,
    left = mostLost,
  ): Promise<Exchange> {
    try {
      return assertKnown(await sendOnce(request, connection, true))
    } catch (error) {
      const isLost = error instanceof NoResponseError && error.connectionClosed
      if (!isLost || left === 0 || request.method !== 'GET') throw error
      refund(1)
      return sendRepeatingReads(request, connection, left - 1)
    }
  }

  return {
    async send(request, connection) {
      const sending = () => sendRepeatingReads(request, connection)
      const { exchange, attempts, isRateLimited } = await sendWithRetries(sending, patience)
      refund(attempts - 1)
      if (isRateLimited) throw new RateLimitedError(request, exchange.response.status, attempts)
      return exchange
    },
    sendOnce: (request, connection) => sendOnce(request, connection),
  }
}

/** @throws NoResponseError if the response says that the outcome is unknown. */
function assertKnown(exchange: Exchange): Exchange {
  const { code } = (exchange.body as { error?: { code?: string } } | null | undefined)?.error ?? {}
  const { status, outcome } = (errors as Record<string, { status: number; outcome?: string }>)[`${code}`] ?? {}
  // With another status than its own, a code says nothing: 503 is that of an overloaded target.
  if (exchange.response.status !== 503 || status !== 503 || outcome !== 'unknown') return exchange
  throw new NoResponseError(exchange, `its outcome is unknown (503 ${code})`)
}
