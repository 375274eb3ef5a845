/** Assertions about a value, each with a description of what is expected. */
import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../client/http.ts'
import { count } from './count.ts'

export interface ValueMatchers {
  toBe(expected: unknown): void
  toDifferFrom(other: unknown): void
  /** Each of these properties has this value. */
  toMatch(expected: Record<string, unknown>): void
  toBeBetween(least: number, most: number): void
  toBeAtLeast(least: number): void
  /** A time near now, by the target's clock if its Date header shows it. */
  toBeRecent(): void
  /** Not only the start of the given text, not nothing of it, and not all but some letters beyond ASCII. */
  toBeWhole(given: string): void
  /** The same text, except for spaces, control characters and the normal form of its letters. */
  toKeep(given: string): void
  /** The same time, in any time zone and precision. */
  toBeTheMoment(other: string): void
}

type Report = (holds: boolean, expected: string, seen: string) => unknown

const minute = 60_000
/** Clocks differ, by so many milliseconds; the kit's own clock is used if the target sends no Date header. */
export const tolerance = { targetClock: 10 * minute, ownClock: 60 * minute }

/** Milliseconds since 1970. */
export function parseTime(text: string): number {
  // Date.parse does not support an offset without minutes.
  return Date.parse(text.replace(/[+-]\d\d$/, '$&:00'))
}

/** In milliseconds. A time of full minutes may have been cut to minutes. */
export function precisionOf(time: number): number {
  return time % minute === 0 ? minute : 1000
}

export function createMatchers(
  value: unknown,
  name: string,
  exchange: Exchange | undefined,
  report: Report,
): ValueMatchers {
  const seen = formatValue(value)
  return {
    toBe: (expected) => void report(isDeepStrictEqual(value, expected), ...formatExpectation(name, expected, value)),
    toDifferFrom: (other) =>
      void report(!isDeepStrictEqual(value, other), `${name} is not ${formatValue(other)}`, seen),
    toMatch(expected) {
      const actual = (typeof value === 'object' ? value : undefined) as Record<string, unknown> | undefined
      for (const [key, part] of Object.entries(expected)) {
        const holds = isDeepStrictEqual(actual?.[key], part)
        const [wanted, given] = formatDifference(part, actual?.[key])
        report(holds, `${name}.${key} is ${wanted}`, given)
      }
    },
    toBeBetween(least, most) {
      const holds = typeof value === 'number' && value >= least && value <= most
      report(holds, `${name} is ${least === most ? least : formatRange(least, most)}`, seen)
    },
    toBeAtLeast: (least) =>
      void report(typeof value === 'number' && value >= least, `${name} is at least ${least}`, seen),
    toBeRecent() {
      const targetTime = Date.parse(exchange?.response.headers.date ?? '')
      const [now, margin] = Number.isNaN(targetTime)
        ? [exchange?.started.getTime() ?? Date.now(), tolerance.ownClock]
        : [targetTime, tolerance.targetClock]
      const holds = typeof value === 'string' && Math.abs(parseTime(value) - now) <= margin
      report(holds, `${name} is about now, ${new Date(now).toISOString()}`, `${seen}${describeOffset(value, now)}`)
    },
    toBeWhole(given) {
      const [kept, whole] = [canonical(typeof value === 'string' ? value : ''), canonical(given)]
      const [expected, seen] = formatDifference(given, value)
      report(kept === whole || !whole.startsWith(kept), `${name} is not cut: it has the end of ${expected}`, seen)
      report(!losesLetters(kept, whole), `${name} has the letters beyond ASCII of ${expected}`, seen)
    },
    toKeep(given) {
      const holds = typeof value === 'string' && canonical(value) === canonical(given)
      const [expected, seen] = formatDifference(given, value)
      report(holds, `${name} keeps all of ${expected}`, seen)
    },
    toBeTheMoment(other) {
      const times = [typeof value === 'string' ? parseTime(value) : Number.NaN, parseTime(other)] as const
      const holds = Math.abs(times[0] - times[1]) < Math.max(...times.map(precisionOf))
      report(holds, `${name} is the moment ${other}`, `${seen}${describeOffset(value, times[1])}`)
    },
  }
}

/** With two decimals; rounded inwards, so that no value that is refused lies between the printed bounds. */
function formatRange(least: number, most: number): string {
  return `between ${Math.ceil(least * 100) / 100} and ${Math.floor(most * 100) / 100}`
}

const units: [name: string, milliseconds: number][] = [
  ['day', 24 * 60 * minute],
  ['h', 60 * minute],
  ['min', minute],
  ['s', 1000],
]

/** How far a time is from another one, as in `, 2 h ahead`; empty if it is no time or the same. */
function describeOffset(value: unknown, other: number): string {
  const offset = (typeof value === 'string' ? parseTime(value) : Number.NaN) - other
  if (!offset) return ''
  const [unit, milliseconds] = units.find(([, least]) => Math.abs(offset) >= least) ?? ['ms', 1]
  const size = Math.round((10 * Math.abs(offset)) / milliseconds) / 10
  return `, ${unit === 'day' ? count(size, unit) : `${size} ${unit}`} ${offset > 0 ? 'ahead' : 'behind'}`
}

/** In words that read without knowledge of the check: a name may begin with "whether", or be that of a list of mistakes. */
function formatExpectation(name: string, expected: unknown, value: unknown): [expected: string, seen: string] {
  const seen = formatValue(value)
  if (name.startsWith('whether ') && typeof expected === 'boolean') {
    return [
      `${name.slice('whether '.length)}${expected ? '' : ': no'}`,
      value === true ? 'yes' : value === false ? 'no' : seen,
    ]
  }
  if (Array.isArray(expected) && expected.length === 0) return [`${name}: none`, seen]
  const [wanted, given] = formatDifference(expected, value)
  return [`${name} is ${wanted}`, given]
}

/** Trimming and normalizing are fair. */
function canonical(text: string): string {
  return text.normalize('NFKC').replace(/\p{C}/gu, ' ').replace(/\s+/g, ' ').trim()
}

/** Whether some letters, digits or symbols beyond ASCII are missing, and nothing else is changed. */
function losesLetters(kept: string, whole: string): boolean {
  const ascii = (text: string) => canonical(text.replace(/[^\0-\x7f]/gu, ''))
  const others = (text: string) => text.match(/(?![\0-\x7f])[\p{L}\p{N}\p{S}]/gu) ?? []
  const [left, all] = [others(kept), others(whole)]
  if (ascii(kept) !== ascii(whole) || left.length >= all.length) return false
  let next = 0
  for (const letter of all) if (letter === left[next]) next += 1
  return next === left.length
}

/** Both values; long texts around their first difference. */
function formatDifference(expected: unknown, value: unknown): [expected: string, seen: string] {
  if (typeof value !== 'string' || typeof expected !== 'string' || expected === value || expected.length <= 60)
    return [formatValue(expected), formatValue(value)]
  const [wanted, given] = [[...expected], [...value]]
  const differing = wanted.findIndex((letter, index) => letter !== given[index])
  const first = differing < 0 ? wanted.length : differing
  const around = (text: string[]) =>
    formatValue(`${first > 10 ? '…' : ''}${text.slice(Math.max(0, first - 10), first + 30).join('')}`)
  return [
    `${wanted.length} characters, from character ${first + 1} ${around(wanted)}`,
    `${given.length} characters, ${around(given)}`,
  ]
}

const longest = 300

/** A value as JSON, truncated if it is long. */
export function formatValue(value: unknown): string {
  if (value === undefined) return 'absent'
  return truncate(JSON.stringify(value), longest, typeof value === 'string' ? value : undefined)
}

/**
 * The first characters of a text that is too long, and how long it is.
 * @param whole the text that is counted, if not the same.
 */
export function truncate(text: string, length: number, whole = text): string {
  return text.length > length ? `${text.slice(0, length)}… (${[...whole].length} characters)` : text
}

/** The value of a field at a path such as `error.message`. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce((part, key) => (part as Record<string, unknown> | null | undefined)?.[key], value)
}
