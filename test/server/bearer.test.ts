/** Access tokens and scopes, without a server around them. */
import { createHmac } from 'node:crypto'
import { demo } from '@monitoring-service/contract'
import { describe, expect, it } from 'vitest'
import { checkBearer, readBearer, scopesOf } from '../../server/auth/bearer.ts'
import { createTokens } from '../../server/auth/tokens.ts'
import { openStore } from '../../server/store/open.ts'
import { sampleData } from '../../server/store/suite/sample-data.ts'

const start = new Date('2025-06-15T12:00:00Z')
const now = () => start
const [issuedAt, oldSecret] = [start.getTime() / 1000, 'an-older-secret-of-the-operator-1234']
const verified = { userId: 'ann', sessionMarks: [] }

const header = { alg: 'HS256', typ: 'at+jwt' }
const claims = {
  sub: 'ann',
  iss: 'monitoring-service',
  aud: 'monitoring-service',
  iat: issuedAt,
  exp: issuedAt + 900,
  jti: '01JXQ5W6MG0000000000000001',
}
const decode = (token: string) => token.split('.', 2).map((part) => JSON.parse(String(Buffer.from(part, 'base64url'))))
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A token that another program signed. */
function signed(changed: object = {}, secret: string = demo.tokenSecret): string {
  const content = `${encode(header)}.${encode({ ...claims, ...changed })}`
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}

describe('Tokens', () => {
  it('have the type, issuer and audience that other versions of the server expect', async () => {
    const tokens = await createTokens(demo.tokenSecret, now)
    const { accessToken, refreshToken } = await tokens.issue('ann')
    expect(decode(accessToken)).toEqual([header, { ...claims, jti: expect.any(String) }])
    expect(decode(refreshToken)[0]).toEqual({ alg: 'HS256', typ: 'rt+jwt' })
    expect(await tokens.verify(signed())).toEqual(verified)
  })

  it('of the previous secret are accepted, and of no other one', async () => {
    const tokens = await createTokens(demo.tokenSecret, now, oldSecret)
    expect(await tokens.verify(signed({}, oldSecret))).toEqual(verified)
    expect(await tokens.verify(signed())).toEqual(verified)
    expect(await tokens.verify(signed({}, 'a-secret-that-the-server-never-had-1'))).toBeUndefined()
  })

  it('of the previous secret are not accepted any more once it is gone', async () => {
    const tokens = await createTokens(demo.tokenSecret, now)
    expect(await tokens.verify(signed({}, oldSecret))).toBeUndefined()
  })

  it('with a subject that is no text are rejected', async () => {
    const tokens = await createTokens(demo.tokenSecret, now)
    for (const sub of [42, null, ['ann'], { id: 'ann' }, true]) {
      expect(await tokens.verify(signed({ sub }))).toBeUndefined()
    }
  })

  it('carry the marks of their sessions, and are rejected with marks that are no list of texts', async () => {
    const tokens = await createTokens(demo.tokenSecret, now)
    const marks = ['', '2025-06-15T12:30:00.000Z']
    const { accessToken } = await tokens.issue('ann', marks)
    expect(await tokens.verify(accessToken)).toEqual({ userId: 'ann', sessionMarks: marks })
    for (const sessionMarks of [null, 'z', [9e15], { 0: 'z' }]) {
      expect(await tokens.verify(signed({ sessionMarks }))).toBeUndefined()
    }
  })

  it('are not blamed for an error of the server', async () => {
    const broken = () => {
      throw new RangeError('no time')
    }
    const tokens = await createTokens(demo.tokenSecret, broken)
    await expect(tokens.verify(signed())).rejects.toThrow('no time')
  })
})

it('An owner, an admin and a member may read and write, a viewer may read, and another role nothing', {
  tags: ['P51'],
}, () => {
  const both = ['read', 'write']
  expect((['owner', 'admin', 'member'] as const).map(scopesOf)).toEqual([both, both, both])
  expect(scopesOf('viewer')).toEqual(['read'])
  for (const role of ['auditor', 'guest', '', 'constructor', '__proto__']) expect(scopesOf(role as never)).toEqual([])
})

it('Any number of blanks may stand before a token and behind it', () => {
  expect(['Bearer x.y', 'Bearer   x.y', 'Bearer x.y  '].map((text) => readBearer([text]))).toEqual(Array(3).fill('x.y'))
})

describe('A caller', () => {
  async function check(authorization: string[], scopes: string[] = []) {
    const store = await openStore('memory:')
    await store.load(sampleData())
    const seen: string[] = []
    const context = { store, tokens: await createTokens(demo.tokenSecret, now) }
    const result = checkBearer(authorization, scopes, context, (id) => seen.push(id))
    return { result: await result.catch((error) => error), seen }
  }

  it('is named to the log, without the scope too, and never by an invalid token', async () => {
    expect(await check([`Bearer ${signed()}`])).toMatchObject({ result: { user: { id: 'ann' } }, seen: ['ann'] })
    const viewer = await check([`Bearer ${signed({ sub: 'bea' })}`], ['write'])
    expect(viewer).toMatchObject({ result: { code: 'INSUFFICIENT_SCOPE' }, seen: ['bea'] })
    const forged = await check([`Bearer ${signed({}, oldSecret)}`])
    expect(forged).toMatchObject({ result: { code: 'UNAUTHENTICATED' }, seen: [] })
  })

  it('with two credentials has an invalid one if any of them is a bearer token', async () => {
    const { result } = await check(['Basic YTpi', `Bearer ${signed()}`])
    expect(result).toMatchObject({ code: 'UNAUTHENTICATED', hasInvalidCredential: true })
    const { result: others } = await check(['Basic YTpi', 'Digest x'])
    expect(others).toMatchObject({ code: 'UNAUTHENTICATED', hasInvalidCredential: false })
  })
})
