/** The fields of an incident that a resolve leaves as they are. */
import type { Incident } from '../client/callers.ts'
import type { Expect } from '../dsl/expect.ts'
import type { StoredFields } from '../fixtures/provider.ts'
import { formatValue, parseTime, precisionOf } from './matchers.ts'

/** A resolve sets the status, the time and the cause, and nothing else. */
export function expectStored(body: Incident, stored: StoredFields, expect: Expect): void {
  for (const name of ['monitorId', 'title'] as const) {
    // An empty text may stand for none.
    if (stored[name] !== undefined) expect.sound(body[name] || null, `incident.${name}`).toBe(stored[name] || null)
  }
  for (const name of ['startedAt', 'createdAt'] as const) {
    const times = [stored[name], body[name]].map((text) => parseTime(text ?? ''))
    const [before = 0, after = 0] = times
    const isSame = Math.abs(after - before) < Math.max(1000, ...times.map(precisionOf))
    if (stored[name] === undefined) continue
    expect.sound(isSame, `whether incident.${name} is still ${stored[name]}`, formatValue(body[name])).toBe(true)
    const isExact = after === before || !/\.\d{3}/.test(stored[name])
    expect.profile(isExact, `whether incident.${name} is ${stored[name]}`, formatValue(body[name])).toBe(true)
  }
}
