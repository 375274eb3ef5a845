/** The fields of an incident that a resolve leaves as they are. */
import type { Incident } from '../client/callers.ts'
import type { Expect } from './expect.ts'
import { formatValue, parseTime } from './matchers.ts'

/** Fields of Document 2.2 as they are stored, as far as a hook returns them. */
export interface StoredFields {
  monitorId?: string | null
  title?: string | null
  status?: string
  startedAt?: string
  resolvedAt?: string
  createdAt?: string
}

/** A resolve sets the status, the time and the cause, and nothing else. */
export function expectStored(body: Incident, stored: StoredFields, expect: Expect): void {
  for (const name of ['monitorId', 'title'] as const) {
    // An empty text may stand for none.
    if (stored[name] !== undefined) expect.sound(body[name] || null, `incident.${name}`).toBe(stored[name] || null)
  }
  for (const name of ['startedAt', 'createdAt'] as const) {
    const time = stored[name]
    if (time === undefined) continue
    expect.sound(body[name], `incident.${name}`).toBeTheMoment(time)
    const isExact = parseTime(`${body[name]}`) === parseTime(time) || !/\.\d{3}/.test(time)
    expect.profile(isExact, `whether incident.${name} is ${time}`, formatValue(body[name])).toBe(true)
  }
}
