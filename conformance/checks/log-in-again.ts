/** Logging in again: after a wrong proof, which may have ended the session, or soon after the sign-up. */
import type { Caller, Session } from '../client/callers.ts'
import type { Expect } from '../dsl/expect.ts'

interface Credentials {
  email: string
  password: string
}

/** How long to wait before each further try, in milliseconds; few, since tries may be counted. */
const waits = [150, 350, 700]

/** An account may be known to the log-in a moment after it was made. */
export async function logInWithRetry(visitor: Caller, expect: Expect, who: Credentials): Promise<Session> {
  const { email, password } = who
  let call = visitor.logIn({ email, password })
  for (const wait of waits) {
    if ((await call).response.status < 300) break
    await new Promise((resolve) => setTimeout(resolve, wait))
    call = visitor.logIn({ email, password })
  }
  return expect(call).accepted()
}

/** The same caller with a new session. */
export async function logInAgain(visitor: Caller, expect: Expect, who: Caller & Credentials): Promise<Caller> {
  const { accessToken } = await logInWithRetry(visitor, expect, who)
  return who.withToken(accessToken)
}
