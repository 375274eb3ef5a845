/** What every response says, whatever comes of its request. */
import { commonHeaders, requestIdPattern } from '@monitoring-service/contract'
import { ulid } from 'ulid'

/** Nobody needs to be unable to guess it, and the system's random numbers take forty times as long. */
const newId = () => ulid(undefined, Math.random)

const wellFormed = new RegExp(requestIdPattern)

/** The headers of every response; its request id is the one that was given, if that cannot forge a line in a log. */
export function responseHeaders(requestId?: string | string[] | null) {
  const isGiven = typeof requestId === 'string' && wellFormed.test(requestId)
  return { 'X-Request-Id': isGiven ? requestId : newId(), ...commonHeaders }
}
