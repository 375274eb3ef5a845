/** Repeated log-ins: after a wrong proof, which may have ended the session, or soon after the sign-up. */
import type { Call, Caller, Session } from '../../client/callers.ts'
import type { Exchange } from '../../client/exchange.ts'
import type { Expect } from '../../verdict/expect.ts'

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

/** Retries a log-in that is refused. */
export const logInWithRetry = (
  visitor: Caller,
  expect: Expect,
  { email, password }: { email: string; password: string },
): Promise<Session> => {
  const call: Call<Session> = sendInTime(() => visitor.logIn({ email, password }))
  return expect(call).accepted()
}
