/** Reasons of lost connections, as Node and Bun tell them. Browsers do not: their bundles contain `no-reasons.ts` instead. */

interface SystemError {
  code?: unknown
  syscall?: string
  cause?: SystemError
  errors?: SystemError[]
}

/** An error with the reason of a lost connection. */
interface Lost {
  reason: string
}

/** The code of the deepest cause, with its system call: Node's fetch hides it there. */
export function reasonOf({ errors, cause, code, syscall = '' }: SystemError): string | undefined {
  const inner = errors?.[0] ?? cause
  if (inner) return reasonOf(inner)
  return typeof code === 'string' ? `${syscall} ${code}`.trim() : undefined
}

/** Nothing was sent. */
export const isUnsent = ({ reason }: Lost): boolean => /refused|notfound|addrinfo|^connect |connect_t/i.test(reason)

/** The service's certificate is not trusted: nothing was sent, and a retry would not help. An alert of TLS is no such reason. */
export const isUntrusted = ({ reason }: Lost): boolean => /^(?!err_ssl).*(cert|signature)/i.test(reason)
