/** Reads the Prefer header (RFC 7240): Prism's preferences, delays and faults. */
import { ApiError } from '@monitoring-service/http'
import { listNames } from './known-names.ts'
import { type Delay, type Fault, faults } from './rules.ts'

export interface Preferences {
  /** The status of the response. */
  code?: number
  /** The name of an example. */
  example?: string
  /** Whether to generate values from the schema. */
  dynamic?: boolean
  /** Milliseconds, up to the maximum, or a range of them. */
  delay?: Delay
  fault?: Fault
}

const maximumDelay = 30_000
const limited = (text: string) => Math.min(Number(text), maximumDelay)

/** The value of each preference, or undefined if the text is none; and the end of the message "NAME must be …". */
const readers: { [K in keyof Preferences]-?: [read: (text: string) => Preferences[K] | undefined, rule: string] } = {
  code: [(text) => (/^[1-5][0-9]{2}$/.test(text) ? Number(text) : undefined), 'a status such as 409'],
  example: [(text) => text || undefined, 'the name of an example'],
  dynamic: [(text) => (text === 'true' || text === 'false' ? text === 'true' : undefined), 'true or false'],
  delay: [readDelay, 'milliseconds, or a range such as 200-800'],
  fault: [(text) => faults.find((fault) => fault === text), `one of ${faults.join(', ')}`],
}

function readDelay(text: string): Delay | undefined {
  const [, least, longest] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text) ?? []
  if (least === undefined) return undefined
  if (longest === undefined) return limited(least)
  return Number(least) <= Number(longest) ? [limited(least), limited(longest)] : undefined
}

/** The preferences of the RFC, which a client may send to any server. */
const standard = ['respond-async', 'return', 'wait', 'handling']

/**
 * Reads the preferences of a request. The first of two with one name counts, as the RFC requires.
 * @throws ApiError VALIDATION_ERROR for an unknown name or value, so that a test does not believe in a misspelt fault.
 */
export function readPreferences(header: string): Preferences {
  const preferences: Preferences = {}
  const refuse = (message: string) => new ApiError('VALIDATION_ERROR', { message: `Prefer: ${message}` })
  for (const part of header.split(',')) {
    const [name = '', value = ''] = (part.split(';')[0] ?? '').split('=').map((text) => text.trim())
    const key = name.toLowerCase() as keyof Preferences
    if (key.length === 0 || standard.includes(key) || Object.hasOwn(preferences, key)) continue
    if (!Object.hasOwn(readers, key))
      throw refuse(`${name} is not known; known are ${listNames(Object.keys(readers), key)}`)
    const [read, rule] = readers[key]
    const parsed = read(value.replace(/^"(.*)"$/, '$1'))
    if (parsed === undefined) throw refuse(`${key} must be ${rule}`)
    Object.assign(preferences, { [key]: parsed })
  }
  return preferences
}
