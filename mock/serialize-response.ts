/** Serializes a response for Node's HTTP server and for MSW. */
import type { MockResponse } from './responder.ts'

export interface SerializedResponse {
  status: number
  headers: Record<string, string>
  /** Undefined if there is no body. */
  text?: string
}

export function serializeResponse(response: MockResponse): SerializedResponse {
  const { status, body, scenario, applied, fault } = response
  const headers = {
    ...response.headers,
    ...(scenario !== undefined && { 'Mock-Scenario': scenario }),
    ...(fault !== undefined && { 'Mock-Fault': fault }),
    ...(applied.length > 0 && { 'Preference-Applied': applied.join(', ') }),
  }
  const isCut = fault === 'garbage'
  if (body === undefined && !isCut) return { status, headers }
  const text = JSON.stringify(body ?? {})
  return {
    // A status without a body, such as 204, has nothing to cut.
    status: body === undefined ? 200 : status,
    headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' },
    text: isCut ? text.slice(0, -Math.ceil(text.length / 2)) : text,
  }
}
