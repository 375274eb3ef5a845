/** Credentials that are none: left out, changed, made up, or of another kind. */
import { randomBytes } from 'node:crypto'
import { type Caller, keyHeader, tokenHeader } from '../callers.ts'

export interface Disguise {
  /** What a report calls it. */
  how: string
  put(caller: Caller): Caller
}

const random = (length: number) => randomBytes(length).toString('base64url').slice(0, length)

/** Made of the caller's own token. */
function token(how: string, change: (token: string) => string): Disguise {
  return {
    how,
    put: (caller) => {
      const { transport, accessToken: of = '' } = caller
      return caller.showing(tokenHeader(transport, change(of)), { of, how })
    },
  }
}

/** Nothing of the caller's own token is in it. */
function otherToken(how: string, make: (caller: Caller) => string): Disguise {
  return { how, put: (caller) => caller.showing(tokenHeader(caller.transport, make(caller)), { how }) }
}

function key(how: string, change: (key: string) => string): Disguise {
  return {
    how,
    put: (caller) => {
      const { transport, adminKey: of = '' } = caller
      return caller.showing(keyHeader(transport, change(of)), { of, how })
    },
  }
}

/** Puts another letter or digit at a place. */
function replaceAt(text: string, index: number): string {
  return text.slice(0, index) + (text[index] === 'A' ? 'B' : 'A') + text.slice(index + 1)
}

/** Where a JSON Web Token's signature begins; for other tokens, the middle. In the last letter some bits mean nothing. */
function tellingPlace(token: string): number {
  const parts = token.split('.')
  return parts.length === 3 ? token.lastIndexOf('.') + 1 : Math.floor(token.length / 2)
}

export const withoutCredentials: Disguise = { how: 'without credentials', put: (caller) => caller.showing({}) }

export const changedTokens: Disguise[] = [
  token('one letter changed', (token) => replaceAt(token, tellingPlace(token))),
  token('cut off', (token) => token.slice(0, Math.ceil(token.length * 0.8))),
  token('signature gone', unsigned),
  token('another subject', retold),
]

export const madeUpTokens: Disguise[] = [
  otherToken('empty', () => ''),
  otherToken('a random token', ({ accessToken }) => random(accessToken?.length ?? 32)),
  otherToken('an e-mail for a token', ({ email }) => email ?? random(12)),
]

export const wrongKeys: Disguise[] = [
  key('empty', () => ''),
  key('a random one instead', (key) => random(key.length)),
  key('last letter changed', (key) => replaceAt(key, key.length - 1)),
  key('cut off', (key) => key.slice(0, -1)),
  key('one letter longer', (key) => `${key}A`),
  key('in the other case', (key) => (key === key.toUpperCase() ? key.toLowerCase() : key.toUpperCase())),
]

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
