/** Repeats a log-in soon after the sign-up. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '../../client/callers.ts'
import { type Exchange, isAccepted } from '../../client/exchange.ts'

/** Sends a call again if it is refused and may be early: a new account may be able to log in only after a moment. */
export async function sendInTime<T>(
  send: () => Call<T>,
  mayBeEarly: (exchange: Exchange) => boolean = () => true,
): Call<T> {
  let exchange = await send()
  // Few, since attempts may be limited.
  for (const wait of [150, 350, 700]) {
    if (isAccepted(exchange) || !mayBeEarly(exchange)) break
    await pause(wait)
    exchange = await send()
  }
  return exchange
}
