/** What an answer looks like on the wire, whoever sends it there. */
import type { MockResponse } from './responder.ts'

export interface SerializedResponse {
  status: number
  headers: Record<string, string>
  /** Absent if there is no body. */
  text?: string
}

export function serializeResponse({
  status,
  headers: asked,
  body,
  scenario,
  applied,
  fault,
}: MockResponse): SerializedResponse {
  const headers = {
    ...asked,
    ...(scenario !== undefined && { 'Mock-Scenario': scenario }),
    ...(fault !== undefined && { 'Mock-Fault': fault }),
    ...(applied.length > 0 && { 'Preference-Applied': applied.join(', ') }),
  }
  const isCut = fault === 'garbage'
  if (body === undefined && !isCut) return { status, headers }
  const text = JSON.stringify(body ?? {})
  const json = { 'Content-Type': 'application/json; charset=utf-8' }
  return {
    // Where there is nothing to cut there cannot be half of it.
    status: body === undefined ? 200 : status,
    headers: { ...headers, ...json },
    text: isCut ? text.slice(0, -Math.ceil(text.length / 2)) : text,
  }
}
