/** The keys under which attempts for an e-mail address are counted. */

/** The counter that logins and identity checks share. */
export function loginKey(email: string): string {
  return email
}

/** The counter of sign-ups. */
export function signupKey(email: string): string {
  return `signup ${email}`
}

/** Every key of an address; its counters are deleted together with its user. */
export function attemptKeysOf(email: string): string[] {
  return [loginKey(email), signupKey(email)]
}
