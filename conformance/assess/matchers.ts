/** What can be claimed of a value, in words that a report can repeat. */
import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../client/http.ts'

export interface ValueMatchers {
  toBe(expected: unknown): void
  toDifferFrom(other: unknown): void
  /** Each of these properties has this value. */
  toMatch(expected: Record<string, unknown>): void
  toBeBetween(least: number, most: number): void
  /** A moment not far from now, by the target's clock as far as it tells. */
  toBeRecent(): void
  /** The same moment, in whatever time zone and precision it is written. */
  toBeTheMoment(other: string): void
}

type Claim = (holds: boolean, expected: string, seen: string) => unknown

const minute = 60_000
/** Clocks differ; more, if the target does not tell the time. */
const tolerance = { told: 10 * minute, guessed: 60 * minute }

/** The moment that a date-time means, in milliseconds since 1970, in whatever spelling. */
export function parseTime(text: string): number {
  // Date.parse knows no offset without minutes.
  return Date.parse(text.replace(/[+-]\d\d$/, '$&:00'))
}

/** In milliseconds: who shows full minutes may show no others. */
export function precisionOf(moment: number): number {
  return moment % minute === 0 ? minute : 1000
}

export function createMatchers(
  value: unknown,
  name: string,
  exchange: Exchange | undefined,
  claim: Claim,
): ValueMatchers {
  const seen = formatValue(value)
  return {
    toBe: (expected) => void claim(isDeepStrictEqual(value, expected), `${name} is ${formatValue(expected)}`, seen),
    toDifferFrom: (other) => void claim(!isDeepStrictEqual(value, other), `${name} is not ${formatValue(other)}`, seen),
    toMatch(expected) {
      const actual = (typeof value === 'object' ? value : undefined) as Record<string, unknown> | undefined
      for (const [key, part] of Object.entries(expected)) {
        claim(
          isDeepStrictEqual(actual?.[key], part),
          `${name}.${key} is ${formatValue(part)}`,
          formatValue(actual?.[key]),
        )
      }
    },
    toBeBetween(least, most) {
      const holds = typeof value === 'number' && value >= least && value <= most
      claim(holds, `${name} is ${least === most ? least : `between ${least} and ${most}`}`, seen)
    },
    toBeRecent() {
      const told = Date.parse(exchange?.response.headers.date ?? '')
      const [now, margin] = Number.isNaN(told)
        ? [exchange?.started.getTime() ?? Date.now(), tolerance.guessed]
        : [told, tolerance.told]
      const holds = typeof value === 'string' && Math.abs(parseTime(value) - now) <= margin
      claim(holds, `${name} is about now, ${new Date(now).toISOString()}`, seen)
    },
    toBeTheMoment(other) {
      const moments = [typeof value === 'string' ? parseTime(value) : Number.NaN, parseTime(other)] as const
      const holds = Math.abs(moments[0] - moments[1]) < Math.max(...moments.map(precisionOf))
      claim(holds, `${name} is the moment ${other}`, seen)
    },
  }
}

const longest = 300

/** A value as JSON, cut where it gets long. */
export function formatValue(value: unknown): string {
  const text = value === undefined ? 'absent' : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
