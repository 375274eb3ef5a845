/** Repeated log-ins: after a wrong proof, which may have ended the session, or soon after the sign-up. */
import type { Caller, Session } from '../../client/callers.ts'
import type { Expect } from '../../verdict/expect.ts'

interface Credentials {
  email: string
  password: string
}

/** Milliseconds before further attempts: a new account may be able to log in only after a moment. Few, since attempts may be limited. */
export const logInWaits = [150, 350, 700]

/** Retries a log-in that is refused. */
export async function logInWithRetry(visitor: Caller, expect: Expect, who: Credentials): Promise<Session> {
  const { email, password } = who
  let call = visitor.logIn({ email, password })
  for (const wait of logInWaits) {
    if ((await call).response.status < 300) break
    await new Promise((resolve) => setTimeout(resolve, wait))
    call = visitor.logIn({ email, password })
  }
  return expect(call).accepted()
}
