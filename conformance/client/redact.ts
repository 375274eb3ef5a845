/** The secrets that a run used or received, and how to keep them out of whatever it writes: by value. */

import reportSchema from '../report.schema.json' with { type: 'json' }
import { texts } from './probe-texts.ts'

export interface Secrets {
  /** Remembers a secret; what is no text, or too short to tell from an ordinary word, is none. */
  add(value: unknown, label: string): void
  /** Remembers what was made of a secret, such as itself in another case: whoever knows it knows most of the secret. */
  addDerived(value: string, { of, description }: DerivedSecret): void
  /** Remembers every secret in a JSON value, found by the names of its properties. */
  collect(value: unknown): void
  /** The text with each secret replaced by its label. */
  redact(text: string): string
  /** The same for every text in a JSON value. */
  redactDeep<T>(value: T): T
}

/** What was made of a secret, and how. */
export interface DerivedSecret {
  of: string
  description: string
}

const shortest = 4
/** What checks send in place of a secret, and what comes of none, and the words that a report is built of. */
const words = [
  ...['text', 'null', 'true', 'false', 'undefined', 'string', 'number', 'object'],
  ...Object.values(texts),
  ...wordsOf(reportSchema),
]

/** Names of properties, and values that are one of a few. */
function wordsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, enum: values = [] } = schema as { properties?: object; enum?: string[] }
  return [...Object.keys(properties), ...values, ...Object.values(schema).flatMap(wordsOf)]
}

/** Whether to hide it would tear words apart that mean something elsewhere; so it hides nothing where it stands. */
function isWord(value: string): boolean {
  return words.some((word) => word.includes(value))
}

const telling = /token|password|secret|verificationcode|apikey/i

export function createSecrets(): Secrets {
  const known = new Map<string, string>()
  const counts = new Map<string, number>()
  /** Every spelling of every secret by its first letters, the longest first: a part must not hide the whole. */
  const index = new Map<string, [encoding: string, label: string][]>()

  function add(value: unknown, label: string): void {
    if (typeof value !== 'string' || value.length < shortest || isWord(value) || known.has(value)) return
    const number = (counts.get(label) ?? 0) + 1
    counts.set(label, number)
    remember(value, number === 1 ? label : `${label} ${number}`)
  }

  function addDerived(value: string, { of, description }: DerivedSecret): void {
    if (value.length >= shortest && !isWord(value) && !known.has(value))
      remember(value, `${known.get(of) ?? 'a secret'}, ${description}`)
  }

  function remember(value: string, name: string): void {
    known.set(value, name)
    for (const encoding of encodingsOf(value)) {
      const start = encoding.slice(0, shortest)
      const alike = [...(index.get(start) ?? []), [encoding, `«${name}»`] as [string, string]]
      index.set(
        start,
        alike.sort(([a], [b]) => b.length - a.length),
      )
    }
  }

  function collect(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    for (const [key, child] of Object.entries(value)) {
      if (telling.test(key)) add(child, key)
      collect(child)
    }
  }

  function redact(text: string): string {
    let [redacted, copied] = ['', 0]
    for (let at = 0; at + shortest <= text.length; ) {
      const alike = index.get(text.slice(at, at + shortest))
      const whole = alike?.find(([encoding]) => text.startsWith(encoding, at))
      const found = whole ?? (alike && findCut(alike, text, at))
      if (!found) at += 1
      else {
        redacted += text.slice(copied, at) + found[1]
        at += found[0].length
        copied = at
      }
    }
    return redacted + text.slice(copied)
  }

  function redactDeep<T>(value: T): T {
    if (typeof value === 'string') return redact(value) as T
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(redactDeep) as T
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [redact(key), redactDeep(child)])) as T
  }

  return { add, addDerived, collect, redact, redactDeep }
}

/** Texts are cut where they get long, in the middle of a secret, too. */
function findCut(alike: [encoding: string, label: string][], text: string, at: number): [string, string] | undefined {
  const end = text.indexOf('…', at)
  if (end < 0) return undefined
  const piece = text.slice(at, end)
  const found = alike.find(([encoding]) => encoding.startsWith(piece))
  return found && [piece, found[1]]
}

/** How a secret may be written: as it is, in JSON, in a URL, in base64. */
export function encodingsOf(secret: string): string[] {
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret.toWellFormed()),
      Buffer.from(secret).toString('base64'),
    ]),
  ]
}
