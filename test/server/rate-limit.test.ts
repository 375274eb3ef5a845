/** Rate limits: every attempt is counted before its comparison, per account. */
import { limits } from '@monitoring-service/contract'
import { describe, expect, it } from 'vitest'
import type { User } from '../../server/store/records.ts'
import { atOnce, type RawResponse, tally } from '../support/raw-http.ts'
import { day, minute, second, useServer, verificationCode } from '../support/server.ts'

const server = useServer()
const member = 'member@acme.example'
const oauth = 'oauth@acme.example'

const wrongLogin = (email = member) => server.login(email, 'not-the-password')
const leave = (as: string, body: object) => server.send('POST', '/dashboard/account/delete', { as, body })
const wrongProof = (as = member) => leave(as, { password: 'not-the-password' })
const tryCode = (verificationCode: string, as = oauth) => leave(as, { verificationCode })

const userOf = async (email: string) => (await server.findUser(email)) as User

async function times(count: number, call: () => Promise<{ statusLine: string }>): Promise<Set<string>> {
  const statusLines = new Set<string>()
  for (let i = 0; i < count; i++) statusLines.add((await call()).statusLine)
  return statusLines
}

/** The responses to guesses that were compared; the others were refused before the comparison. */
function evaluated(responses: RawResponse[]): Record<string, number> {
  const { '429 RATE_LIMITED': _, '503 UNAVAILABLE': __, ...others } = tally(responses)
  return others
}

describe('After ten failed logins', () => {
  it('even the right password is refused, uncompared, with Retry-After', { tags: ['P41'] }, async () => {
    await wrongLogin()
    await server.advanceClock(100 * second + 1)
    expect(await times(9, wrongLogin)).toEqual(new Set(['401 INVALID_CREDENTIALS']))
    await server.countComparisons()
    const refused = await server.login(member)
    expect(refused.statusLine).toBe('429 RATE_LIMITED')
    expect(refused.headers['retry-after']).toBe('800')
    expect(await server.countComparisons()).toBe(0)
  })

  it('logins are accepted again fifteen minutes after the first one, not before', { tags: ['P41'] }, async () => {
    await times(10, wrongLogin)
    await server.advanceClock(15 * minute - 1)
    const early = await server.login(member)
    expect(early.statusLine).toBe('429 RATE_LIMITED')
    expect(early.headers['retry-after']).toBe('1')
    await server.advanceClock(1)
    expect((await server.login(member)).statusLine).toBe('200')
  })

  it('further attempts do not extend the window', async () => {
    await times(10, wrongLogin)
    await server.advanceClock(14 * minute)
    await times(10, wrongLogin)
    await server.advanceClock(minute)
    expect((await server.login(member)).statusLine).toBe('200')
  })

  it('an address in another case, from another network, is the same account', { tags: ['P46'] }, async () => {
    for (let i = 0; i < 10; i++) {
      await server.send('POST', '/auth/login', {
        headers: { 'X-Forwarded-For': `192.0.2.${i}`, Forwarded: `for=192.0.2.${i}`, 'X-Real-IP': `192.0.2.${i}` },
        body: { email: i % 2 ? member : member.toUpperCase(), password: 'not-the-password' },
      })
    }
    expect((await server.login('Member@Acme.Example')).statusLine).toBe('429 RATE_LIMITED')
  })

  it('other accounts are not limited', { tags: ['P41'] }, async () => {
    await times(10, wrongLogin)
    expect((await server.login('admin@acme.example')).statusLine).toBe('200')
    expect((await wrongProof('admin@acme.example')).statusLine).toBe('403 WRONG_PASSWORD')
  })

  it('older tokens are still accepted where no password is required', async () => {
    await times(10, wrongLogin)
    const reset = await server.send('DELETE', '/api/v1/monitors/unknown/stats', { as: member })
    expect(reset.statusLine).toBe('404 MONITOR_NOT_FOUND')
  })
})

describe('The counter', () => {
  it('is reset by a successful login', { tags: ['P41'] }, async () => {
    await times(9, wrongLogin)
    expect((await server.login(member)).statusLine).toBe('200')
    expect(await times(10, wrongLogin)).toEqual(new Set(['401 INVALID_CREDENTIALS']))
    expect((await wrongLogin()).statusLine).toBe('429 RATE_LIMITED')
  })

  it('is shared by login and account deletion', { tags: ['P43'] }, async () => {
    expect(await times(5, wrongLogin)).toEqual(new Set(['401 INVALID_CREDENTIALS']))
    expect(await times(5, wrongProof)).toEqual(new Set(['403 WRONG_PASSWORD']))
    expect((await wrongLogin()).statusLine).toBe('429 RATE_LIMITED')
    expect((await wrongProof()).statusLine).toBe('429 RATE_LIMITED')
    expect((await server.login(member)).statusLine).toBe('429 RATE_LIMITED')
    const refused = await leave(member, { password: 'correct-horse-battery' })
    expect(refused.statusLine).toBe('429 RATE_LIMITED')
    expect(refused.headers['retry-after']).toBe('900')
    expect((await userOf(member)).deletionScheduledAt).toBeNull()
  })

  it('is increased first: of fifty concurrent wrong logins and proofs ten are compared', {
    tags: ['P42'],
  }, async () => {
    const responses = await atOnce(50, (index) => (index % 2 ? wrongLogin() : wrongProof()))
    const { '401 INVALID_CREDENTIALS': logins = 0, '403 WRONG_PASSWORD': proofs = 0, ...others } = evaluated(responses)
    expect([logins + proofs, others]).toEqual([10, {}])
    expect(await server.countComparisons()).toBe(10)
  })
})

describe('A verification code', () => {
  it('is invalid after five attempts, even the right one', { tags: ['P43'] }, async () => {
    expect(await times(5, () => tryCode('000000'))).toEqual(new Set(['403 WRONG_VERIFICATION_CODE']))
    await server.countComparisons()
    expect((await tryCode(verificationCode)).statusLine).toBe('403 WRONG_VERIFICATION_CODE')
    expect(await server.countComparisons()).toBe(0)
    await server.advanceClock(day)
    expect((await tryCode(verificationCode)).statusLine).toBe('403 WRONG_VERIFICATION_CODE')
    expect((await userOf(oauth)).deletionScheduledAt).toBeNull()
  })

  it('counts attempts first: of fifty concurrent wrong ones five are compared', async () => {
    const responses = await atOnce(50, () => tryCode('000000'))
    expect(evaluated(responses)).toEqual({ '403 WRONG_VERIFICATION_CODE': 10 })
    expect(await server.countComparisons()).toBe(5)
  })

  it.each([
    ['is accepted a millisecond before its ten minutes are over', -1, '200'],
    ['is refused when its ten minutes are over', 0, '403 WRONG_VERIFICATION_CODE'],
  ])('%s', { tags: ['P44'] }, async (_, difference, statusLine) => {
    const lifetime = limits.verificationCodeSeconds * second
    expect(lifetime).toBe(10 * minute)
    const expiresAt = new Date(server.now().getTime() + lifetime).toISOString()
    const codeHash = await server.hash(verificationCode)
    await server.editUser(oauth, { verification: { codeHash, expiresAt, tries: 0 } })
    await server.advanceClock(lifetime + difference)
    expect((await tryCode(verificationCode)).statusLine).toBe(statusLine)
  })

  it('is accepted once of twenty concurrent requests', { tags: ['P44'] }, async () => {
    const responses = await atOnce(20, () => tryCode(verificationCode))
    expect(tally(responses)['200']).toBe(1)
    const refused = responses.filter(({ statusLine }) => statusLine !== '200')
    for (const { statusLine } of refused) expect(statusLine).toMatch(/^403 WRONG_VERIFICATION_CODE$|^429 RATE_LIMITED$/)
    expect((await userOf(oauth)).verification).toBeNull()
    await server.advanceClock(15 * minute)
    expect((await tryCode(verificationCode)).statusLine).toBe('403 WRONG_VERIFICATION_CODE')
  })

  it('is valid for its user only', { tags: ['P44'] }, async () => {
    const verification = { ...((await userOf(oauth)).verification as object), codeHash: await server.hash('135790') }
    await server.editUser(member, { passwordHash: null, verification } as Partial<User>)
    expect((await tryCode(verificationCode, member)).statusLine).toBe('403 WRONG_VERIFICATION_CODE')
    expect((await tryCode('135790', oauth)).statusLine).toBe('403 WRONG_VERIFICATION_CODE')
    expect((await tryCode('135790', member)).statusLine).toBe('200')
    expect((await tryCode(verificationCode, oauth)).statusLine).toBe('200')
  })

  it('does not replace a password', { tags: ['P45'] }, async () => {
    await server.editUser(member, { verification: (await userOf(oauth)).verification })
    expect((await tryCode(verificationCode, member)).statusLine).toBe('403 WRONG_VERIFICATION_CODE')
    expect(await userOf(member)).toMatchObject({ deletionScheduledAt: null, verification: { tries: 0 } })
  })

  it('is stored only as a hash', { tags: ['P39', 'P44'] }, async () => {
    expect(JSON.stringify(await server.data())).not.toContain(verificationCode)
  })
})

it('An attempt that finds the password queue full is not counted', { tags: ['P63'] }, async () => {
  const responses = await atOnce(60, (index) => wrongLogin(`unknown${index}@new.example`))
  const counted = responses.flatMap(({ statusLine }, index) =>
    statusLine.startsWith('401') ? [`unknown${index}@new.example`] : [],
  )
  const refused = tally(responses)['503 UNAVAILABLE'] ?? 0
  expect([counted.length >= 20, refused > 0, counted.length + refused]).toEqual([true, true, 60])
  const { attempts } = await server.data()
  expect(attempts.map(({ key }) => key)).toEqual(counted.sort())
})
