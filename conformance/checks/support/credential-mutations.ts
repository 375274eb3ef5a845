/** Invalid credentials: missing, changed, made up, or of another kind. */
import { randomBytes } from 'node:crypto'
import type { Caller } from '../../client/callers.ts'
import { adminKeyHeader, decodePart, tokenHeader } from '../../client/credentials.ts'

export interface CredentialMutation {
  /** The label in reports. */
  description: string
  apply(caller: Caller): Caller
}

const random = (length: number) => randomBytes(length).toString('base64url').slice(0, length)

/** Derives a credential from the caller's own. */
function deriving(name: 'accessToken' | 'adminKey', toHeader: typeof tokenHeader) {
  return (description: string, change: (secret: string) => string): CredentialMutation => ({
    description,
    apply(caller) {
      const of = caller[name] ?? ''
      return caller.withCredentialHeaders(toHeader(caller.transport, change(of)), { of, description })
    },
  })
}
const token = deriving('accessToken', tokenHeader)
const key = deriving('adminKey', adminKeyHeader)

/** Replaces the token by one that is unrelated to it. */
const otherToken = (description: string, make: (caller: Caller) => string): CredentialMutation => ({
  description,
  apply: (caller) => caller.withCredentialHeaders(tokenHeader(caller.transport, make(caller)), { description }),
})

/** Replaces a letter by one that also differs in lower case, and in the bits that count at the end of base64. */
function replaceAt(text: string, index: number): string {
  return text.slice(0, index) + (/[Q-Za-fB]/.test(text[index] ?? '') ? '0' : 'b') + text.slice(index + 1)
}

/** The padding of base64. */
const padding = /=*$/

const lastOf = (text: string) => text.replace(padding, '').length - 1
const truncate = (text: string) => text.replace(padding, '').slice(0, -1)
/** Appends letters that are valid in base64 and hexadecimal. */
const extend = (text: string) => text.replace(padding, (end) => `abcd${end}`)

/** The start of a JSON Web Token's signature, or the middle of another token; some bits of the last letter do not count. */
function significantPlace(token: string): number {
  const parts = token.split('.')
  return parts.length === 3 ? token.lastIndexOf('.') + 1 : Math.floor(token.length / 2)
}

export const withoutCredentials: CredentialMutation = {
  description: 'without credentials',
  apply: (caller) => caller.withCredentialHeaders({}),
}

export const changedTokens: CredentialMutation[] = [
  token('one letter changed', (token) => replaceAt(token, significantPlace(token))),
  token('first letter changed', (token) => replaceAt(token, 0)),
  token('last letter changed', (token) => replaceAt(token, lastOf(token))),
  token('last letters changed', (token) =>
    [3, 2, 1, 0].reduce((text, back) => replaceAt(text, lastOf(text) - back), token),
  ),
  token('letters longer', extend),
  token('cut off', truncate),
  token('cut off early', (token) => token.slice(0, Math.ceil(token.length * 0.8))),
  token('no signature, and alg none in a JWT', removeSignature),
  token('another subject', changeSubject),
]

export const madeUpTokens: CredentialMutation[] = [
  otherToken('empty', () => ''),
  otherToken('a random token', ({ accessToken }) => random(accessToken?.length ?? 32)),
  otherToken('an e-mail for a token', ({ email }) => email ?? random(12)),
]

export const wrongKeys: CredentialMutation[] = [
  key('empty', () => ''),
  key('a random one instead', (key) => random(key.length)),
  key('first letter changed', (key) => replaceAt(key, 0)),
  key('last letter changed', (key) => replaceAt(key, lastOf(key))),
  key('cut off', truncate),
  key('letters longer', extend),
]

/** Equals the right one if a target compares decoded base64. */
export const longerKey = key('one letter longer', (key) => `${key}A`)

/** Case may not matter in a hexadecimal key, such as a UUID. */
export const isHexadecimal = ({ adminKey = '' }: Caller) => /^[\da-f-]*$/i.test(adminKey)
export const keysInOtherCase = ({ adminKey = '' }: Caller): CredentialMutation[] => [
  ...(/[A-Z]/.test(adminKey) ? [key('in small letters', (key) => key.toLowerCase())] : []),
  ...(/[a-z]/.test(adminKey) ? [key('in capitals', (key) => key.toUpperCase())] : []),
]

/** A JSON Web Token without a signature; another kind of token, cut in half. */
function removeSignature(token: string): string {
  const [header, payload, signature] = token.split('.')
  if (!header || !payload || signature === undefined) return token.slice(0, token.length / 2)
  return `${encode({ ...decodePart(header), alg: 'none' })}.${payload}.`
}

/** A JSON Web Token with its old signature and another subject; another kind of token, turned around. */
function changeSubject(token: string): string {
  const [header, payload, signature] = token.split('.')
  if (!payload || !signature) return [...token].reverse().join('')
  return `${header}.${encode({ ...decodePart(payload), sub: random(26) })}.${signature}`
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
