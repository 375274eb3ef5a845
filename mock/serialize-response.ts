/** Serializes a response for Node's HTTP server and for MSW. */
import type { CorsOptions } from '@monitoring-service/http'
import type { MockResponse } from './responses.ts'

/** Pages of any origin may read the mock's responses, and may send cookies, although no cookie is read. */
export const cors: CorsOptions = {
  origins: '*',
  exposed: ['Mock-Scenario', 'Mock-Fault', 'Mock-Reason', 'Preference-Applied'],
  credentials: true,
}

export interface SerializedResponse {
  status: number
  headers: Record<string, string>
  /** Undefined if there is no body. */
  text?: string
  /** The part of the text after which the connection breaks. */
  brokenAt?: number
}

export function serializeResponse(response: MockResponse): SerializedResponse {
  const { status, body, scenario, applied, fault, reason } = response
  const headers = {
    ...response.headers,
    ...(reason !== undefined && { 'Mock-Reason': reason }),
    ...(scenario !== undefined && { 'Mock-Scenario': scenario }),
    ...(fault !== undefined && { 'Mock-Fault': fault }),
    ...(applied.length > 0 && { 'Preference-Applied': applied.join(', ') }),
  }
  const isDamaged = fault === 'garbage' || fault === 'half'
  if (body === undefined && !isDamaged) return { status, headers }
  const text = JSON.stringify(body ?? {})
  const half = Math.floor(text.length / 2)
  return {
    // A status without a body, such as 204, has nothing to cut.
    status: body === undefined ? 200 : status,
    headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' },
    text: fault === 'garbage' ? text.slice(0, half) : text,
    ...(fault === 'half' && { brokenAt: half }),
  }
}
