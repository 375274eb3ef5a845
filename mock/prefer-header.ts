/** Reads the Prefer header (RFC 7240): what Prism's users know, and what goes wrong on request. */

export const faults = ['503', '429', 'reset', 'hang', 'garbage'] as const

export type Fault = (typeof faults)[number]

export interface Preferences {
  /** The status of the answer. */
  code?: number
  /** The name of an example. */
  example?: string
  /** Values made up from the schema. */
  dynamic?: boolean
  /** In milliseconds, half a minute at most. */
  delay?: number
  fault?: Fault
}

const longest = 30_000

const readers: Record<keyof Preferences, (value: string) => Preferences> = {
  code: (value) => (/^[1-5][0-9]{2}$/.test(value) ? { code: Number(value) } : {}),
  example: (value) => (value ? { example: value } : {}),
  dynamic: (value) => (value === 'true' ? { dynamic: true } : {}),
  delay: (value) => (/^[0-9]{1,9}$/.test(value) ? { delay: Math.min(Number(value), longest) } : {}),
  fault: (value) => (isFault(value) ? { fault: value } : {}),
}

/** Unknown and malformed preferences are ignored, and of two alike the first one counts, as the RFC asks. */
export function readPreferences(header: string): Preferences {
  const wanted: Preferences = {}
  const seen = new Set<string>()
  for (const part of header.split(',')) {
    const [name = '', value = ''] = (part.split(';')[0] ?? '').split('=').map((text) => text.trim())
    const key = name.toLowerCase()
    if (!Object.hasOwn(readers, key) || seen.has(key)) continue
    seen.add(key)
    Object.assign(wanted, readers[key as keyof Preferences](value.replace(/^"(.*)"$/, '$1')))
  }
  return wanted
}

function isFault(value: string): value is Fault {
  return (faults as readonly string[]).includes(value)
}
