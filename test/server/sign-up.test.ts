/** Sign-up: accounts, and the rules for passwords, names and addresses. */
import { demo, limits } from '@monitoring-service/contract'
import { describe, expect, it } from 'vitest'
import { useServer } from '../support/server.ts'

const server = useServer()
const email = 'ada@new.example'
const password = 'an-uncommon-password'

const signup = (body: object) => server.send('POST', '/auth/signup', { body: { email, password, ...body } })

describe('Sign-up', () => {
  it('creates a user and a team together, the user as owner, the team on the free plan', {
    tags: ['P10', 'P30'],
  }, async () => {
    const before = await server.data()
    const { statusLine, body } = await signup({ name: 'Ada' })
    expect(statusLine).toBe('201')
    const { users, teams } = await server.data()
    expect(users).toHaveLength(before.users.length + 1)
    expect(teams).toHaveLength(before.teams.length + 1)
    expect(body.user).toEqual({ id: users.at(-1)?.id, email, name: 'Ada', teamId: teams.at(-1)?.id, role: 'owner' })
    for (const id of [body.user?.id, body.user?.teamId]) expect(id).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)

    const headers = { Authorization: `Bearer ${body.accessToken}` }
    const reset = await server.send('DELETE', '/api/v1/monitors/unknown/stats', { headers })
    expect(reset.statusLine).toBe('403 PLAN_UPGRADE_REQUIRED')
    expect(reset.body.error?.upgradeUrl).toBe(demo.upgradeUrl)
  })

  it.each([
    ...['password', '12345678', 'PassWord', 'password1', ' '.repeat(8), ' '.repeat(12)].map((common) => [
      common,
      'one of the most common passwords',
    ]),
    ...[email, 'ADA@new.example'].map((own) => [own, 'the e-mail address']),
  ])('refuses the password %j, which is %s, and says what to do', async (password, what) => {
    const { statusLine, body } = await signup({ password })
    expect(statusLine).toBe('400 VALIDATION_ERROR')
    expect(body.error?.message).toBe(`body.password is ${what}: choose another one`)
    expect(await server.countWork()).toEqual({ hash: 0, compare: 0 })
  })

  it.each([
    ['72 bytes in one-byte characters', '201', 'a'.repeat(72)],
    ['73 bytes in one-byte characters', '400 VALIDATION_ERROR', 'a'.repeat(73)],
    ['72 bytes in two-byte characters', '201', 'é'.repeat(36)],
    ['73 bytes in 37 characters', '400 VALIDATION_ERROR', `${'é'.repeat(36)}a`],
    ['72 bytes in four-byte characters', '201', '🔑'.repeat(18)],
    ['73 bytes in 19 characters', '400 VALIDATION_ERROR', `${'🔑'.repeat(18)}a`],
    ['8 characters', '201', 'a2345q78'],
    ['7 characters', '400 VALIDATION_ERROR', 'a234567'],
    ['8 characters of two code units', '201', '🔑'.repeat(8)],
    ['7 characters in 14 code units', '400 VALIDATION_ERROR', '🔑'.repeat(7)],
    ['a lone high surrogate', '400 VALIDATION_ERROR', 'password\ud83d'],
    ['a lone low surrogate', '400 VALIDATION_ERROR', '\udd11password'],
    ['a NUL', '400 VALIDATION_ERROR', 'pass\0word'],
  ])('with a password of %s returns %s', { tags: ['P27', 'P28', 'P29'] }, async (_, statusLine, password) => {
    const before = await server.data()
    const response = await signup({ password })
    expect(response.statusLine).toBe(statusLine)
    expect((await server.data()).users.length - before.users.length).toBe(statusLine === '201' ? 1 : 0)
    if (statusLine === '201') expect((await server.login(email, password)).statusLine).toBe('200')
    else expect(await server.data()).toEqual(before)
  })

  it.each([
    ['a lone surrogate', 'Ada\udd11'],
    ['a NUL', 'Ada\0'],
  ])('with %s in the name returns 400', { tags: ['P29'] }, async (_, name) => {
    const before = await server.data()
    expect((await signup({ name })).statusLine).toBe('400 VALIDATION_ERROR')
    expect(await server.data()).toEqual(before)
  })

  it.each([
    'ada',
    'ada@',
    '@new.example',
    'ada@new',
    '.ada@new.example',
    'ada.@new.example',
    'a..da@new.example',
    'ada @new.example',
    ' ada@new.example',
    'ada@new.example ',
    'ada@new.example\n',
    'ada@new.example\r\nX: y',
    '"a da"@new.example',
    'ada@[127.0.0.1]',
    'ada@new..example',
    'äda@new.example',
    'ada@nëw.example',
    'ada@new.example,eve@new.example',
    'Ada <ada@new.example>',
    '\u212aada@new.example',
    'a\u017fa@new.example',
    'ad\u0131@new.example',
    `${'a'.repeat(10_000)}@new.example`,
  ])('with the address %j returns 400', { tags: ['P26'] }, async (email) => {
    const before = await server.data()
    expect((await signup({ email })).statusLine).toBe('400 VALIDATION_ERROR')
    expect(await server.data()).toEqual(before)
  })

  it('accepts an address of 254 characters, and rejects 255', { tags: ['P26'] }, async () => {
    const long = (length: number) => `a@${`${'b'.repeat(61)}.`.repeat(4)}${'c'.repeat(length - 250)}`
    expect(long(254)).toHaveLength(254)
    expect((await signup({ email: long(254) })).statusLine).toBe('201')
    expect((await signup({ email: long(255) })).statusLine).toBe('400 VALIDATION_ERROR')
  })

  it('creates one account per address, regardless of case', { tags: ['P26'] }, async () => {
    expect((await signup({ email: 'Ada@New.EXAMPLE' })).body.user?.email).toBe('ada@new.example')
    expect((await signup({ email: 'aDA@nEW.example' })).statusLine).toBe('409 EMAIL_ALREADY_REGISTERED')
    expect((await server.login('ADA@new.example', password)).statusLine).toBe('200')
  })

  it('with a registered address counts the attempt first, and hashes nothing', async () => {
    for (let i = 0; i < limits.attempts; i++) {
      expect((await signup({ email: 'Owner@Acme.example' })).statusLine).toBe('409 EMAIL_ALREADY_REGISTERED')
    }
    expect(await server.countWork()).toEqual({ hash: 0, compare: 0 })
    await server.replace('findUser', { breaks: 'the store was read' })
    expect((await signup({ email: 'owner@acme.example' })).statusLine).toBe('429 RATE_LIMITED')
    expect((await signup({ email: 'owner@acme.example', password: 'short' })).statusLine).toBe('400 VALIDATION_ERROR')
  })
})
