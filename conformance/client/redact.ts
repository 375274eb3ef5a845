/** Redaction: replaces the secrets that a run sent or received, by value, in everything that it writes. */
import reportSchema from '../report.schema.json' with { type: 'json' }
import { hostileTexts } from './hostile-texts.ts'
import { most } from './response-limits.ts'
import { createIndex, shortest } from './secret-index.ts'

export type Secrets = ReturnType<typeof createSecrets>

const secretNames = /token|password|secret|verificationcode|apikey/i

/** Texts that checks send in place of a secret, and the words that a report is built of. */
const ordinaryWords = [
  ...'text null true false undefined string number object'.split(' '),
  ...'email password verificationCode accessToken refreshToken'.split(' '),
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

export function createSecrets() {
  const labels = new Map<string, string>()
  const counts = new Map<string, number>()
  /** Passwords by their beginnings. */
  const originals = new Map<string, string>()
  const index = createIndex()

  function remember(secret: string, label: string): void {
    // In JSON it has a label of its own, since a command line needs the form that was sent.
    const forms = [
      [JSON.stringify(secret).slice(1, -1), `${label}, in JSON`],
      [secret, label],
    ] as const
    for (const [form, name] of forms) {
      if (!labels.has(form)) index.add(form)
      labels.set(form, name)
    }
  }

  /**
   * Remembers the secrets in a JSON value, by the names of its properties. The owner precedes its label, also of a known one.
   * @returns whether these are all: of too many, only the first are remembered.
   */
  function collect(value: unknown, owner?: string): boolean {
    const found = secretsIn(value)
    for (const [name, secret] of found.slice(0, most.secrets))
      add(secret, owner === undefined ? name : `${owner} ${name}`, owner !== undefined)
    return found.length <= most.secrets
  }

  /** The same of a request that the kit makes: an unknown password is made from a known one, which the label says. */
  function collectSent(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    const { password } = value as { password?: unknown }
    if (typeof password === 'string' && !labels.has(password) && !isOrdinary(password)) {
      const original = originals.get(originOf(password))
      if (original !== undefined) add(password, `${labels.get(original)}${describeChange(password, original)}`)
    }
    collect(value)
  }

  /** Remembers a secret. Ignores values that are not text, too short, or ordinary words. */
  function add(value: unknown, label: string, replaces = false): void {
    if (typeof value !== 'string' || isOrdinary(value)) return
    const known = labels.get(value)
    if (known !== undefined && (!replaces || known.startsWith(label))) return
    if (/password$/i.test(label) && !originals.has(originOf(value))) originals.set(originOf(value), value)
    const number = (counts.get(label) ?? 0) + 1
    counts.set(label, number)
    const trait = /password/i.test(label) ? traitOf(value) : ''
    remember(value, `${number === 1 ? label : `${label} ${number}`}${trait}`)
  }

  const redact = (text: string) => index.replace(text, (secret) => `«${labels.get(secret)}»`)

  return {
    add,
    /** Remembers a value made from a secret, such as the secret in another case, which reveals most of it. */
    addDerived(value: string, { of, description }: { of: string; description: string }): void {
      if (isOrdinary(value) || labels.has(value)) return
      remember(value, `${labels.get(of) ?? 'a secret'}, ${description}`)
    },
    collect,
    collectSent,
    list: () => [...labels].map(([value, label]) => ({ label, value })),
    redact,
    redactDeep: <T>(value: T): T => mapTexts(value, redact),
  }
}

/** The properties whose names are those of secrets. */
function secretsIn(value: unknown): [name: string, secret: string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]): [string, string][] =>
    typeof child === 'string' ? (secretNames.test(name) ? [[name, child]] : []) : secretsIn(child),
  )
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

/** More bytes of a password do not count for some hashes. */
const usualBytes = 72

/** What is unusual about a password, which may be why it is refused. */
function traitOf(password: string): string {
  return [
    password !== password.trim() && ', spaces around',
    /[^ -~]/.test(password) && ', beyond ASCII',
    Buffer.byteLength(password) > usualBytes && `, longer than ${usualBytes} bytes`,
  ]
    .filter(Boolean)
    .join('')
}

/** How a password was made from another, without its own letters. */
function describeChange(password: string, original: string): string {
  if (password.trim() === original.trim()) return ', with other spaces'
  if (password.startsWith(original)) return ` and more, ${[...password].length} letters in all`
  if (password.toLowerCase() === original.toLowerCase()) return ', in another case'
  const missing = [...original].length - [...password].length
  return original.startsWith(password) ? `, without the last ${missing}` : ', changed'
}
