/** Reasons of lost connections, as Node and Bun tell them. Browsers do not: their bundles contain `no-reasons.ts` instead. */
import type { CallError } from './errors.ts'

type AnyFailure = CallError & { reason?: string }

interface SystemError {
  code?: unknown
  syscall?: string
  cause?: SystemError
  errors?: SystemError[]
}

/** The code of the deepest cause, with its system call: Node's fetch hides it there. */
export function reasonOf(error: unknown): string {
  const { errors, cause, code, syscall = '' }: SystemError = Object(error)
  const inner = errors?.[0] ?? cause
  if (inner) return reasonOf(inner)
  return typeof code === 'string' ? `${syscall} ${code}`.trim() : 'connection lost'
}

/** Nothing was sent. */
export const isUnsent = (error: AnyFailure): boolean =>
  isUntrusted(error) || /refused|notfound|addrinfo|^connect |connect_t/i.test(error.reason ?? '')

/** The service's certificate is not trusted: nothing was sent, and a retry would not help. An alert of TLS is no such reason. */
export const isUntrusted = ({ reason = '' }: AnyFailure): boolean => /^(?!err_ssl).*(cert|signature)/i.test(reason)
