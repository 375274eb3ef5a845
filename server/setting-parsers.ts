/** A row of the settings, and the parsers of its text. */
export interface Setting {
  /** Without the two dashes, with the name of its value if it takes one. */
  flag?: string
  variable?: string
  /** The value if neither is there. */
  default?: string
  /** The same with `--demo`. */
  inDemo?: string
  /** Whether the flag may be repeated. */
  isList?: boolean
  /** Whether a file may hold the value, which the variable with `_FILE` at its end names. */
  isSecret?: boolean
  /** The default in words, where it is no constant. */
  usually?: string
  /** For the help and for docs/operating.md. */
  meaning: string
  /** Without it, the value is the text, or undefined if there is none. */
  parse?: Parse<unknown>
}

export type Parse<T> = (text: string, name: string) => T

export const isOn: Parse<boolean> = (text) => text !== ''

export const optional =
  <T>(parse: Parse<T>): Parse<T | undefined> =>
  (text, name) =>
    text === '' ? undefined : parse(text, name)

/**
 * Reads a port number, 0 for a free port.
 * @throws Error if the text is none.
 */
export function readPort(text: string, name = 'the port'): number {
  if (/^[0-9]{1,5}$/.test(text) && Number(text) < 65_536) return Number(text)
  throw new Error(`${name} must be a number from 0 to 65535, not ${JSON.stringify(text)}`)
}

export const optionalPort = optional(readPort)
export const optionalText = optional(String)

/** @throws Error if the text is no number from 1 to 999999. */
export const readCount: Parse<number> = (text, name) => {
  if (/^[1-9][0-9]{0,5}$/.test(text)) return Number(text)
  throw new Error(`${name} must be a number from 1 to 999999, not ${JSON.stringify(text)}`)
}

/** Returns milliseconds. @throws Error if the text is no number from `min` to 3600. */
export const readSeconds =
  (min = 0): Parse<number> =>
  (text, name) => {
    const seconds = /^[0-9]{1,4}(\.[0-9]{1,3})?$/.test(text) ? Number(text) : -1
    if (seconds >= min && seconds <= 3600) return seconds * 1000
    throw new Error(`${name} must be seconds from ${min} to 3600, not ${JSON.stringify(text)}`)
  }

export const readStoreUrl: Parse<string> = (text, name) => {
  if (text !== '') return text
  throw new Error(`${name} is not set: name a store, or give --store memory: to lose all data on exit`)
}

/** Clients show it as a link, which must not run a script. */
export const readUpgradeUrl: Parse<string> = (text, name) => {
  const { protocol, username, password } = URL.parse(text) ?? {}
  if (username || password) throw new Error(`${name} must be without user and password: every client sees it`)
  if (/^https?:$/.test(protocol ?? '')) return text
  throw new Error(
    `${name} must be an http or https address, such as https://example.com/upgrade, where a plan can be upgraded`,
  )
}

export const readLogLevel: Parse<string> = (text, name) => {
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
  if (levels.includes(text)) return text
  throw new Error(`${name} must be one of ${levels.join(', ')}, not ${JSON.stringify(text)}`)
}
