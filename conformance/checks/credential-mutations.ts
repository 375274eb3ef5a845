/** Credentials that are none: left out, changed, made up, or of another kind. */
import { randomBytes } from 'node:crypto'
import type { Caller } from '../client/callers.ts'
import { adminKeyHeader, tokenHeader } from '../client/credentials.ts'

export interface CredentialMutation {
  /** What a report calls it. */
  description: string
  apply(caller: Caller): Caller
}

const random = (length: number) => randomBytes(length).toString('base64url').slice(0, length)

/** Made of the caller's own token. */
function token(description: string, change: (token: string) => string): CredentialMutation {
  return {
    description,
    apply: (caller) => {
      const { transport, accessToken: of = '' } = caller
      return caller.withCredentialHeaders(tokenHeader(transport, change(of)), { of, description })
    },
  }
}

/** Nothing of the caller's own token is in it. */
function otherToken(description: string, make: (caller: Caller) => string): CredentialMutation {
  return {
    description,
    apply: (caller) => caller.withCredentialHeaders(tokenHeader(caller.transport, make(caller)), { description }),
  }
}

function key(description: string, change: (key: string) => string): CredentialMutation {
  return {
    description,
    apply: (caller) => {
      const { transport, adminKey: of = '' } = caller
      return caller.withCredentialHeaders(adminKeyHeader(transport, change(of)), { of, description })
    },
  }
}

/**
 * Puts another letter at a place: another one in either case, too, and in whatever bits of it count where a text in base64
 * ends.
 */
function replaceAt(text: string, index: number): string {
  return text.slice(0, index) + (/[Q-Za-fB]/.test(text[index] ?? '') ? '0' : 'b') + text.slice(index + 1)
}

/** What a text ends with that means nothing where it is base64. */
const padding = /=*$/

/** Where the last letter stands. */
function lastOf(text: string): number {
  return text.replace(padding, '').length - 1
}

function cutOff(text: string): string {
  return text.replace(padding, '').slice(0, -1)
}

/** The same with something behind it that is read as more, in base64 and hexadecimals, too. */
function prolonged(text: string): string {
  return text.replace(padding, (end) => `abcd${end}`)
}

/** Where a JSON Web Token's signature begins; for other tokens, the middle. In the last letter some bits mean nothing. */
function tellingPlace(token: string): number {
  const parts = token.split('.')
  return parts.length === 3 ? token.lastIndexOf('.') + 1 : Math.floor(token.length / 2)
}

export const withoutCredentials: CredentialMutation = {
  description: 'without credentials',
  apply: (caller) => caller.withCredentialHeaders({}),
}

export const changedTokens: CredentialMutation[] = [
  token('one letter changed', (token) => replaceAt(token, tellingPlace(token))),
  token('first letter changed', (token) => replaceAt(token, 0)),
  token('last letter changed', (token) => replaceAt(token, lastOf(token))),
  token('last letters changed', (token) =>
    [3, 2, 1, 0].reduce((text, back) => replaceAt(text, lastOf(text) - back), token),
  ),
  token('letters longer', prolonged),
  token('cut off', cutOff),
  token('cut off early', (token) => token.slice(0, Math.ceil(token.length * 0.8))),
  token('signature gone', unsigned),
  token('another subject', retold),
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
  key('cut off', cutOff),
  key('letters longer', prolonged),
]

const respellings: [description: string, change: (key: string) => string][] = [
  ['one letter longer', (key) => `${key}A`],
  ['in small letters', (key) => key.toLowerCase()],
  ['in capitals', (key) => key.toUpperCase()],
]

/** What may be the same key where it means bytes, in base64 or hexadecimals. */
export function respelled({ adminKey = '' }: Caller): CredentialMutation[] {
  return respellings.filter(([, change]) => change(adminKey) !== adminKey).map(([how, change]) => key(how, change))
}

/** A JSON Web Token that says it needs no signature; another kind of token, cut in half. */
function unsigned(token: string): string {
  const [header, payload, signature] = token.split('.')
  if (!header || !payload || signature === undefined) return token.slice(0, token.length / 2)
  return `${encode({ ...decode(header), alg: 'none' })}.${payload}.`
}

/** A JSON Web Token with its old signature and another subject; another kind of token, turned around. */
function retold(token: string): string {
  const [header, payload, signature] = token.split('.')
  if (!payload || !signature) return [...token].reverse().join('')
  return `${header}.${encode({ ...decode(payload), sub: random(26) })}.${signature}`
}

function decode(part: string): object {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return {}
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
