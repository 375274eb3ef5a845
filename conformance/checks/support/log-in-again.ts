/** Repeats a log-in soon after the sign-up. */
import type { Call } from '../../client/callers.ts'
import type { Exchange } from '../../client/exchange.ts'

/** Sends a call again if it is refused and may be early: a new account may be able to log in only after a moment. */
export async function sendInTime(
  send: () => Call<unknown>,
  mayBeEarly: (exchange: Exchange) => boolean = () => true,
): Promise<Exchange> {
  let exchange = await send()
  // Few, since attempts may be limited.
  for (const wait of [150, 350, 700]) {
    if (exchange.response.status < 300 || !mayBeEarly(exchange)) break
    await new Promise((resolve) => setTimeout(resolve, wait))
    exchange = await send()
  }
  return exchange
}
