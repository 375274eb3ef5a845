/** Sends requests with fetch, and says why one was not answered. */
import { type Driver, NoResponseError } from './http.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export const fetchDriver: Driver = async (request, timeout) => {
  const { method, url, body = null } = request
  // HTTP/1.1: the connection ends after the response, so that the next request opens another.
  const connection = request.isFresh ? { connection: 'close' } : {}
  const headers = { ...request.headers, ...request.gatewayHeaders, ...connection }
  try {
    const signal = AbortSignal.timeout(timeout)
    const response = await fetch(url, { method, headers, body, redirect: 'manual', signal })
    // Unlike text(), keeps a byte order mark.
    const text = decoder.decode(await response.arrayBuffer())
    return { status: response.status, headers: Object.fromEntries(response.headers), text }
  } catch (error) {
    const { code } = ((error as Error | undefined)?.cause ?? {}) as { code?: unknown }
    const connectionClosed = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE'
    throw new NoResponseError(request, describeFetchError(error, timeout), connectionClosed)
  }
}

/** @param timeout in milliseconds. */
export function describeFetchError(error: unknown, timeout: number): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${timeout / 1000} s`
  const { cause } = error
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause
  const reason = inner instanceof Error ? inner.message : error.message
  return reason === 'bad port' ? 'fetch refuses this port: use another' : reason
}
