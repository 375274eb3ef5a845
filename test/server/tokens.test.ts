/** Access tokens: which ones are accepted, and that rights are read from the store on each request. */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { demo, limits } from '@monitoring-service/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Team } from '../../server/store/records.ts'
import { sendRaw } from '../support/raw-http.ts'
import { ids, second, useServer } from '../support/server.ts'

const server = useServer()
const member = 'member@acme.example'
const accepted = '404 MONITOR_NOT_FOUND'
const rejected = '401 UNAUTHENTICATED'

const use = (Authorization: string) =>
  server.send('DELETE', '/api/v1/monitors/unknown/stats', { headers: { Authorization } })

type Part = Record<string, unknown>
const encode = (part: Part) => Buffer.from(JSON.stringify(part)).toString('base64url')
const decode = (part = ''): Part => JSON.parse(Buffer.from(part, 'base64url').toString())

function jwt(header: Part, claims: Part, hash = 'sha256', secret: string = demo.tokenSecret): string {
  const content = `${encode(header)}.${encode(claims)}`
  return `${content}.${createHmac(hash, secret).update(content).digest('base64url')}`
}

/** A token issued by the server, and its parts. */
let genuine: { token: string; header: Part; claims: Part & { iat: number } }
beforeEach(async () => {
  const { accessToken: token } = await server.issue(member)
  const [header, claims] = token.split('.', 2).map(decode) as [Part, Part & { iat: number }]
  genuine = { token, header, claims }
})

describe('An access token', () => {
  it('signed with the secret is accepted; each forgery below differs in one point', async () => {
    expect(jwt(genuine.header, genuine.claims)).toBe(genuine.token)
    expect((await use(`Bearer ${genuine.token}`)).statusLine).toBe(accepted)
  })

  it.each<[string, (now: number) => Part]>([
    ['an expiry less than a minute ago', (now) => ({ exp: now - limits.clockSkewSeconds + 1 })],
    ['a time of issue in a minute', (now) => ({ iat: now + limits.clockSkewSeconds })],
  ])('with %s is accepted, because clocks differ', async (_, change) => {
    const token = jwt(genuine.header, { ...genuine.claims, ...change(genuine.claims.iat) })
    expect((await use(`Bearer ${token}`)).statusLine).toBe(accepted)
  })

  const claims: [string, (now: number) => Part][] = [
    ['no expiry', () => ({ exp: undefined })],
    ['an expiry a minute ago', (now) => ({ exp: now - limits.clockSkewSeconds })],
    ['an expiry that is no number of seconds', () => ({ exp: 1e300 })],
    ['an expiry in words', (now) => ({ exp: String(now + 900) })],
    ['a far expiry and no time of issue', () => ({ exp: 9e15, iat: undefined })],
    ['a far expiry, over sixteen minutes old', (now) => ({ exp: 9e15, iat: now - 961 })],
    ['a time of issue in over a minute', (now) => ({ iat: now + 61 })],
    ['an nbf in over a minute', (now) => ({ nbf: now + 61 })],
    ['another issuer', () => ({ iss: 'another-service' })],
    ['no issuer', () => ({ iss: undefined })],
    ['another audience', () => ({ aud: 'another-service' })],
    ['no audience', () => ({ aud: undefined })],
    ['no subject', () => ({ sub: undefined })],
    ['a subject that is a list', () => ({ sub: ['01J00000000000000PERS0N003'] })],
    ['an unknown subject', () => ({ sub: '01J00000000000000PERS0N999' })],
    ['no id', () => ({ jti: undefined })],
  ]
  it.each(claims)('with %s is rejected', { tags: ['P36', 'P37'] }, async (_, change) => {
    const token = jwt(genuine.header, { ...genuine.claims, ...change(genuine.claims.iat) })
    expect((await use(`Bearer ${token}`)).statusLine).toBe(rejected)
  })

  const headers: [string, Part, string?, string?][] = [
    ['another type', { typ: 'JWT' }],
    ['the type of a refresh token', { typ: 'rt+jwt' }],
    ['no type', { typ: undefined }],
    ['HS512', { alg: 'HS512' }, 'sha512'],
    ['HS384', { alg: 'HS384' }, 'sha384'],
    ['HS256 in the header and SHA-512 behind it', {}, 'sha512'],
    ['another key', {}, 'sha256', 'another-secret-that-is-long-enough-too'],
    ['an empty key', {}, 'sha256', ''],
    ['an extension that is critical', { crit: ['b64'], b64: false }],
  ]
  it.each(headers)('with %s is rejected', { tags: ['P36', 'P37'] }, async (_, change, hash, secret) => {
    const token = jwt({ ...genuine.header, ...change }, genuine.claims, hash, secret)
    expect((await use(`Bearer ${token}`)).statusLine).toBe(rejected)
  })

  it.each(['none', 'None', 'NONE', ''])(
    'with the algorithm %j and no signature is rejected',
    { tags: ['P36'] },
    async (alg) => {
      const content = `${encode({ ...genuine.header, alg })}.${encode(genuine.claims)}`
      for (const token of [`${content}.`, content, `${content}.${genuine.token.split('.')[2]}`]) {
        expect((await use(`Bearer ${token}`)).statusLine).toBe(rejected)
      }
    },
  )

  it('with its own key is rejected', { tags: ['P36'] }, async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const jwk = publicKey.export({ format: 'jwk' })
    const content = `${encode({ ...genuine.header, alg: 'RS256', jwk })}.${encode(genuine.claims)}`
    const token = `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`
    expect((await use(`Bearer ${token}`)).statusLine).toBe(rejected)
  })

  it.each(['0', '-', 'AA', '='])('with %j before its signature is rejected', async (extra) => {
    const at = genuine.token.lastIndexOf('.') + 1
    const token = genuine.token.slice(0, at) + extra + genuine.token.slice(at)
    expect((await use(`Bearer ${token}`)).statusLine).toBe(rejected)
  })

  it('with another spelling of its signature is rejected', { tags: ['P84'] }, async () => {
    const [letters, last] = [
      [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'],
      genuine.token.at(-1),
    ]
    // The last letter of 32 bytes has two unused bits.
    const others = [1, 2, 3].map(
      (bits) => `${genuine.token.slice(0, -1)}${letters[letters.indexOf(last ?? '') + bits]}`,
    )
    for (const token of [...others, `${genuine.token}=`, `${genuine.token}==`]) {
      expect((await use(`Bearer ${token}`)).statusLine).toBe(rejected)
    }
  })

  it('that never expires is rejected', { tags: ['P84'] }, async () => {
    const claims = JSON.stringify(genuine.claims).replace(/"exp":\d+/, '"exp":1e400')
    const content = `${encode(genuine.header)}.${Buffer.from(claims).toString('base64url')}`
    const token = `${content}.${createHmac('sha256', demo.tokenSecret).update(content).digest('base64url')}`
    expect((await use(`Bearer ${token}`)).statusLine).toBe(rejected)
  })

  it('is accepted for fifteen minutes and the leeway for clocks, regardless of a later expiry', {
    tags: ['P37'],
  }, async () => {
    const endless = jwt(genuine.header, { ...genuine.claims, exp: 9e15 })
    await server.advanceClock((limits.accessTokenSeconds + limits.clockSkewSeconds) * second - 1)
    expect((await use(`Bearer ${genuine.token}`)).statusLine).toBe(accepted)
    await server.advanceClock(1)
    expect((await use(`Bearer ${genuine.token}`)).statusLine).toBe(rejected)
    await server.advanceClock(second)
    expect((await use(`Bearer ${endless}`)).statusLine).toBe(rejected)
  })
})

describe('The Authorization header', () => {
  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('accepts the scheme %s', { tags: ['P35'] }, async (scheme) => {
    expect((await use(`${scheme} ${genuine.token}`)).statusLine).toBe(accepted)
  })

  const forms: [string, (token: string) => string][] = [
    ['Basic', (token) => `Basic ${token}`],
    ['Basic, with the word bearer behind it', (token) => `Basic bearer ${token}`],
    ['two tokens', (token) => `Bearer ${token} ${token}`],
    ['two tokens and a comma', (token) => `Bearer ${token}, Bearer ${token}`],
    ['a token alone', (token) => token],
    ['a scheme alone', () => 'Bearer'],
    ['a scheme and a blank', () => 'Bearer '],
    ['nothing', () => ''],
    ['a quoted token', (token) => `Bearer "${token}"`],
    ['a parameter', (token) => `Bearer token=${token}`],
    ['a tab for a blank', (token) => `Bearer\t${token}`],
    ['ten thousand letters', () => `Bearer ${'x'.repeat(10_000)}`],
  ]
  it.each(forms)('with %s is rejected, and the response names the scheme', { tags: ['P35'] }, async (_, form) => {
    const response = await use(form(genuine.token))
    expect(response.statusLine).toBe(rejected)
    const isBearer = /^Bearer\b/.test(form(genuine.token))
    expect(response.headers['www-authenticate']).toBe(
      `Bearer realm="monitoring-service"${isBearer ? ', error="invalid_token"' : ''}`,
    )
  })

  it('is rejected if sent twice, even with the same token', { tags: ['P35'] }, async () => {
    const line = `Authorization: Bearer ${genuine.token}\r\n`
    const start = 'DELETE /api/v1/monitors/unknown/stats HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n'
    expect((await sendRaw(server.url, `${start}${line}\r\n`))[0]?.statusLine).toBe(accepted)
    expect((await sendRaw(server.url, `${start}${line}${line}\r\n`))[0]?.statusLine).toBe(rejected)
  })
})

describe('Rights', () => {
  it('follow a change of the role at once', async () => {
    const resolve = () =>
      server.send('PUT', '/api/v1/incidents/unknown/resolve', { headers: { Authorization: `Bearer ${genuine.token}` } })
    expect((await resolve()).statusLine).toBe('404 INCIDENT_NOT_FOUND')
    await server.editUser(member, { role: 'viewer' })
    const refused = await resolve()
    expect(refused.statusLine).toBe('403 INSUFFICIENT_SCOPE')
    expect(refused.headers['www-authenticate']).toContain('scope="write"')
  })

  it('follow a change of the plan at once', { tags: ['P52'] }, async () => {
    const plan = (plan: Team['plan']) =>
      server.edit(({ teams }) => Object.assign(teams.find(({ id }) => id === ids.acme) as Team, { plan }))
    for (const [name, statusLine] of [
      ['free', '403 PLAN_UPGRADE_REQUIRED'],
      ['enterprise', accepted],
    ] as const) {
      await plan(name)
      expect((await use(`Bearer ${genuine.token}`)).statusLine).toBe(statusLine)
    }
  })
})
