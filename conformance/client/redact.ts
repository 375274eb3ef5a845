/** Redaction: replaces the secrets that a run sent or received, by value, in everything that it writes. */
import reportSchema from '../report.schema.json' with { type: 'json' }
import { hostileTexts } from './hostile-texts.ts'

export interface Secrets {
  /** Remembers a secret. Ignores values that are not text, too short, or ordinary words. */
  add(value: unknown, label: string): void
  /** Remembers a value made from a secret, such as the secret in another case, which reveals most of it. */
  addDerived(value: string, derived: { of: string; description: string }): void
  /** Remembers every secret in a JSON value, by the names of its properties. The owner precedes its label, also of a known one. */
  collect(value: unknown, owner?: string): void
  /** The same of a request that the kit makes: an unknown password is made from a known one, which the label says. */
  collectSent(value: unknown): void
  /** Replaces each secret in the text by its label. */
  redact(text: string): string
  /** The secrets with their labels. */
  list(): { label: string; value: string }[]
  /** Redacts every text in a JSON value. */
  redactDeep<T>(value: T): T
}

interface Encoded {
  text: string
  secret: string
  /** It is short or only letters, so that it may occur in an id or a word by chance. */
  standsApart: boolean
}

const shortest = 4
/** The length from which a secret does not occur in an id by chance. */
const distinctive = 8
/** The length from which letters alone are no part of an ordinary word. */
const longestWord = 16
const secretNames = /token|password|secret|verificationcode|apikey/i

/** Texts that checks send in place of a secret, and the words that a report is built of. */
const ordinaryWords = [
  ...['text', 'null', 'true', 'false', 'undefined', 'string', 'number', 'object'],
  ...['email', 'password', 'verificationCode', 'accessToken', 'refreshToken'],
  ...Object.values(hostileTexts),
  ...schemaWords(reportSchema),
]

/** The names of properties and the values of enums. */
function schemaWords(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, enum: values = [] } = schema as { properties?: object; enum?: string[] }
  return [...Object.keys(properties), ...values, ...Object.values(schema).flatMap(schemaWords)]
}

/** Returns true if redacting the value would damage words that mean something else; `000000` is part of many ids. */
function isOrdinary(value: string): boolean {
  return value.length < shortest || /^0+$/.test(value) || ordinaryWords.some((word) => word.includes(value))
}

export function createSecrets(): Secrets {
  const labels = new Map<string, string>()
  const counts = new Map<string, number>()
  /** Passwords by their beginnings. */
  const originals = new Map<string, string>()
  const index = createIndex()

  function remember(secret: string, label: string): void {
    if (!labels.has(secret)) index.add(secret)
    labels.set(secret, label)
  }

  function collect(value: unknown, owner?: string): void {
    if (typeof value !== 'object' || value === null) return
    for (const [key, child] of Object.entries(value)) {
      if (secretNames.test(key)) add(child, owner === undefined ? key : `${owner} ${key}`, owner !== undefined)
      collect(child, owner)
    }
  }

  function collectSent(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    const { password } = value as { password?: unknown }
    if (typeof password === 'string' && !labels.has(password) && !isOrdinary(password)) {
      const original = originals.get(originOf(password))
      if (original !== undefined) add(password, `${labels.get(original)}${describeChange(password, original)}`)
    }
    collect(value)
  }

  function add(value: unknown, label: string, replaces = false): void {
    if (typeof value !== 'string' || isOrdinary(value)) return
    const known = labels.get(value)
    if (known !== undefined && (!replaces || known.startsWith(label))) return
    if (/password$/i.test(label) && !originals.has(originOf(value))) originals.set(originOf(value), value)
    const number = (counts.get(label) ?? 0) + 1
    counts.set(label, number)
    remember(value, number === 1 ? label : `${label} ${number}`)
  }

  function redact(text: string): string {
    let [redacted, copied] = ['', 0]
    for (let at = 0; at + shortest <= text.length; at++) {
      const match = at < copied ? undefined : index.find(text, at)
      if (!match) continue
      redacted += `${text.slice(copied, at)}«${labels.get(match.secret)}»`
      copied = at + match.text.length
    }
    return redacted + text.slice(copied)
  }

  return {
    add,
    addDerived(value, { of, description }) {
      if (isOrdinary(value) || labels.has(value)) return
      remember(value, `${labels.get(of) ?? 'a secret'}, ${description}`)
    },
    collect,
    collectSent,
    list: () => [...labels].map(([value, label]) => ({ label, value })),
    redact,
    redactDeep: (value) => mapTexts(value, redact),
  }
}

function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((child) => mapTexts(child, change)) as T
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [change(key), mapTexts(child, change)])) as T
}

/** The beginning of a password, which those that are made from it share; one of the kit's own is random from the sixth letter on. */
function originOf(password: string): string {
  return password.trim().toLowerCase().slice(0, 12)
}

/** How a password was made from another, without its own letters. */
function describeChange(password: string, original: string): string {
  if (password.trim() === original.trim()) return ', with other spaces'
  if (password.startsWith(original)) return ` and more, ${[...password].length} letters in all`
  if (password.toLowerCase() === original.toLowerCase()) return ', in another case'
  const missing = [...original].length - [...password].length
  return original.startsWith(password) ? `, without the last ${missing}` : ', changed'
}

const byLength = (one: Encoded, other: Encoded) => other.text.length - one.text.length

/** Every encoding of every secret by its first letters, longest first, so that a part does not replace the whole. */
function createIndex() {
  const index = new Map<string, Encoded[]>()
  return {
    add(secret: string) {
      for (const text of encodingsOf(secret)) {
        const start = text.slice(0, shortest)
        const standsApart = text.length < distinctive || (text.length < longestWord && /^\p{L}+$/u.test(text))
        const entries = [...(index.get(start) ?? []), { text, secret, standsApart }]
        index.set(start, entries.sort(byLength))
      }
    },
    find(text: string, at: number): Encoded | undefined {
      const candidates = index.get(text.slice(at, at + shortest))
      return candidates && findSecret(candidates, text, at)
    },
  }
}

/** The secret at this place, or the beginning of one that is cut off by `…`. */
function findSecret(candidates: Encoded[], text: string, at: number): Encoded | undefined {
  const fits = ({ standsApart }: Encoded, length: number) => !standsApart || isApart(text, at, length)
  const whole = candidates.find((one) => text.startsWith(one.text, at) && fits(one, one.text.length))
  const end = text.indexOf('…', at)
  if (whole || end < 0) return whole
  const beginning = text.slice(at, end)
  const truncated = candidates.find((one) => one.text.startsWith(beginning) && fits(one, beginning.length))
  return truncated && { ...truncated, text: beginning }
}

/** Precedes a text that is no part of a longer word or id; an escape of JSON or of a URL ends in a letter or digit. */
const endOfOther = /(?:^|[^\p{L}\p{N}_-]|\\[bfnrt]|\\u[\da-f]{4}|%[\da-f]{2})$/iu

function isApart(text: string, at: number, length: number): boolean {
  const before = text.slice(Math.max(0, at - 10), at)
  return endOfOther.test(before) && !pageNumber.test(before) && !/^[\p{L}\p{N}_-]/u.test(text.slice(at + length))
}

/** Precedes a number that is no verification code, though it may equal one. */
const pageNumber = /[?&" ](?:page|limit|total)(?:=|":\s*)$/

/** A secret verbatim, in JSON, in a URL and in base64. */
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
