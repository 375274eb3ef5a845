/** The headers of every response. */
import { commonHeaders, requestIdPattern } from '@monitoring-service/contract'
import { ulid } from 'ulid'

// Request ids are not secrets; Math.random is enough, and crypto randomness is 40 times slower.
const newId = () => ulid(undefined, Math.random)

const wellFormed = new RegExp(requestIdPattern)

/** Uses the caller's request id if it is well-formed, so that it cannot forge a log line. */
export function responseHeaders(requestId?: string | string[] | null) {
  const isValid = typeof requestId === 'string' && wellFormed.test(requestId)
  return { 'X-Request-Id': isValid ? requestId : newId(), ...commonHeaders }
}
