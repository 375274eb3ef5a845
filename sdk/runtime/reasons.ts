/** Reasons of lost connections, as Node, Bun and Deno tell them. Browsers do not: their bundles contain `no-reasons.ts` instead. */
import type { CallError } from './errors.ts'

type AnyFailure = CallError & { reason?: string }

interface SystemError {
  name?: string
  message?: string
  code?: unknown
  syscall?: string
  retryable?: boolean
  cause?: SystemError
  errors?: SystemError[]
}

/** Codes of network, DNS, TLS and HTTP. Files have other ones, and so do frameworks. */
const networkCode =
  /^(E(AI_|ADDR|CONN|HOST|NET|NOTFOUND|PIPE|PROTO|TIMEDOUT)|ERR_(HTTP2|NETWORK|SOCKET|SSL|STREAM|TLS)|HPE_|UND_|Connection|FailedToOpen)|CERT|SIGNATURE/

/** Of a function that wraps `fetch`, or of a test environment: an argument that `fetch` rejects, or a body that is being read. */
const callerMistake =
  /^(Request(Init| constructor)|Headers?[ .]|Invalid header|Cannot convert|Failed to construct)|ReadableStream is locked/

/** Whether a rejection is what `fetch` and its runtimes mean by a lost connection. Errors of other realms count by their names. */
export function isLost(error: unknown): boolean {
  const { name = '', message = '', code, retryable }: SystemError = Object(error)
  // `NetworkError` is a DOMException of happy-dom, `Http` a broken body in Deno, and workerd says `retryable`.
  return (
    networkCode.test(`${code}`) ||
    (!callerMistake.test(message) && (/^(TypeError|NetworkError|Http)$/.test(name) || retryable === true))
  )
}

/** The code of the deepest cause, with its system call: Node's fetch hides it there. Without a code, its message. */
export function reasonOf(error: unknown): string {
  const { errors, cause, code, syscall = '', message }: SystemError = Object(error)
  const inner = errors?.[0] ?? cause
  if (inner) return reasonOf(inner)
  // The code of a refused tunnel says nothing; a quotation may be a header's value.
  return typeof code === 'string' && code !== 'UND_ERR_ABORTED'
    ? `${syscall} ${code}`.trim()
    : message?.replace(/".*"/s, '"…"').slice(0, 200) || 'connection lost'
}

/** The client's own handshake, or what stands before the service, has failed for good: nothing was sent, and a retry would not help. An alert of TLS may follow a request. */
export const isRefused = ({ reason = '' }: AnyFailure): boolean =>
  /^(?!err_ssl).*(cert|signature)|wrong_version|unsupported_protocol|^eproto$|\(connect\): received|response \((?!50[234])|denied|blocked|not allowed|bad port/i.test(
    reason,
  )

/** Nothing was sent. */
export const isUnsent = (error: AnyFailure): boolean =>
  isRefused(error) ||
  /refused|not.?found|addrinfo|^connect |connect_t|\(connect\)|dns|FailedToOpen|proxy|socks/i.test(error.reason ?? '')
