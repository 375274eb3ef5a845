/** What an ending looks like on the wire, whoever sends it there. */
import type { Ending } from './trouble.ts'

export interface Message {
  status: number
  headers: Record<string, string>
  /** Absent if there is no body. */
  text?: string
}

const json = { 'Content-Type': 'application/json; charset=utf-8' }

export function spell(ending: Exclude<Ending, 'reset' | 'hang'>): Message {
  if (ending === 'garbage') return { status: 200, headers: json, text: '{"incident": {"id": "01J' }
  const { status, body, scenario, applied } = ending
  const headers = {
    ...ending.headers,
    // Names of examples are free, but headers are not.
    ...(scenario !== undefined && { 'Mock-Scenario': encodeURI(scenario) }),
    ...(applied.length > 0 && { 'Preference-Applied': encodeURI(applied.join(', ')).replaceAll('%20', ' ') }),
  }
  return body === undefined
    ? { status, headers }
    : { status, headers: { ...headers, ...json }, text: JSON.stringify(body) }
}
