/** The keys under which attempts for an e-mail address are counted. */

/** The counter that logins and identity checks share. */
export function loginKey(email: string): string {
  return email
}

/** The counter of sign-ups. */
export function signupKey(email: string): string {
  return `signup ${email}`
}

/** The counter that shows whether the store accepts writes; no address is like it. */
export const probeKey = 'readiness'

/** Every key of an address; its counters are deleted together with its user. */
export function attemptKeysOf(email: string): string[] {
  return [loginKey(email), signupKey(email)]
}

/** The mark that ends the sessions of every user. */
export const sessionsKey = 'sessions'

/** The mark that ends the sessions of one user. */
export function userSessionsKey(userId: string): string {
  return `${sessionsKey} ${userId}`
}

/** The mark that closes sign-up. */
export const signUpClosedKey = 'sign-up closed'
