/** Reads the Prefer header (RFC 7240): Prism's preferences, delays and faults. */

export const faults = ['503', '429', 'reset', 'hang', 'garbage'] as const

export type Fault = (typeof faults)[number]

export interface Preferences {
  /** The status of the response. */
  code?: number
  /** The name of an example. */
  example?: string
  /** Whether to generate values from the schema. */
  dynamic?: boolean
  /** Milliseconds, up to the maximum. */
  delay?: number
  fault?: Fault
}

const maximumDelay = 30_000

const readers: Record<keyof Preferences, (value: string) => Preferences> = {
  code: (value) => (/^[1-5][0-9]{2}$/.test(value) ? { code: Number(value) } : {}),
  example: (value) => (value ? { example: value } : {}),
  dynamic: (value) => (value === 'true' ? { dynamic: true } : {}),
  delay: (value) => (/^[0-9]{1,9}$/.test(value) ? { delay: Math.min(Number(value), maximumDelay) } : {}),
  fault: (value) => (isFault(value) ? { fault: value } : {}),
}

/** Ignores unknown and malformed preferences. The first of two with one name counts, as the RFC requires. */
export function readPreferences(header: string): Preferences {
  const preferences: Preferences = {}
  const seen = new Set<string>()
  for (const part of header.split(',')) {
    const [name = '', value = ''] = (part.split(';')[0] ?? '').split('=').map((text) => text.trim())
    const key = name.toLowerCase()
    if (!Object.hasOwn(readers, key) || seen.has(key)) continue
    seen.add(key)
    Object.assign(preferences, readers[key as keyof Preferences](value.replace(/^"(.*)"$/, '$1')))
  }
  return preferences
}

function isFault(value: string): value is Fault {
  return (faults as readonly string[]).includes(value)
}
