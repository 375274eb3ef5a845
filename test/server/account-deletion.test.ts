/** Account deletion: scheduled once, after proof of identity; completed after a grace period of thirty days. */
import { demo } from '@monitoring-service/contract'
import { describe, expect, it } from 'vitest'
import { day, ids, useServer, verificationCode } from '../support/server.ts'

const server = useServer()
const owner = 'owner@acme.example'
const member = 'member@acme.example'
const solo = 'owner@solo.example'
const right = { password: demo.password }
const wrong = { password: 'not-the-password' }

const leave = (as: string, body: object = right) => server.send('POST', '/dashboard/account/delete', { as, body })
const list = () => server.listDeletionRequests('?limit=100')

describe('Scheduling a deletion', () => {
  const scheduled = { deletionRequestedAt: '2025-06-14T12:00:00.000Z', deletionScheduledAt: '2025-07-14T12:00:00.000Z' }

  it('checks the identity before anything else', async () => {
    await server.editUser(owner, scheduled)
    for (const email of [owner, 'leaving@globex.example']) {
      expect((await leave(email, wrong)).statusLine).toBe('403 WRONG_PASSWORD')
    }
  })

  it('keeps a correct code if the deletion is refused, and consumes it once it is scheduled', async () => {
    await server.editUser('oauth@acme.example', { role: 'owner' })
    const ask = () =>
      server.send('POST', '/dashboard/account/delete', { as: 'oauth@acme.example', body: { verificationCode } })
    expect((await ask()).statusLine).toBe('409 TEAM_HAS_OTHER_MEMBERS')
    await server.editUser('oauth@acme.example', { role: 'member' })
    expect((await ask()).statusLine).toBe('200')
    expect((await ask()).statusLine).toBe('403 WRONG_VERIFICATION_CODE')
  })

  it('sets both times from one reading of the clock, 30 x 86,400,000 ms apart', async () => {
    await server.advanceClock(123)
    const { statusLine, body } = await leave(member)
    expect(statusLine).toBe('200')
    expect(body).toEqual({
      deletionRequestedAt: server.now().toISOString(),
      deletionScheduledAt: new Date(server.now().getTime() + 30 * 86_400_000).toISOString(),
    })
    expect(await server.findUser(member)).toMatchObject(body)
  })

  it.each([-31, 31])('is refused by a server whose clock differs from the database by %i days', async (days) => {
    await server.replace('time', { answers: new Date(server.now().getTime() - days * day) })
    expect((await leave(member)).statusLine).toBe('503 UNAVAILABLE')
    expect((await server.findUser(member))?.deletionScheduledAt).toBeNull()
  })

  it.each([
    ['a password of an OAuth user', 'oauth@acme.example', right, '403 WRONG_PASSWORD'],
    ['a code of a password user', member, { verificationCode: '246810' }, '403 WRONG_VERIFICATION_CODE'],
    ['a code that is a number', 'oauth@acme.example', { verificationCode: 246_810 }, '400 VALIDATION_ERROR'],
    ['a code with a line break', 'oauth@acme.example', { verificationCode: '246810\n' }, '400 VALIDATION_ERROR'],
    ['a code in other digits', 'oauth@acme.example', { verificationCode: '２４６８１０' }, '400 VALIDATION_ERROR'],
    ['a password that is null', member, { password: null }, '400 VALIDATION_ERROR'],
    ['a password and null for a code', member, { ...right, verificationCode: null }, '400 VALIDATION_ERROR'],
    ['an unknown field', member, { ...right, force: true }, '400 VALIDATION_ERROR'],
  ])('with %s changes nothing', { tags: ['P45'] }, async (_, email, body, statusLine) => {
    expect((await leave(email, body)).statusLine).toBe(statusLine)
    expect((await server.findUser(email))?.deletionScheduledAt).toBeNull()
  })
})

it('During the grace period the account works', async () => {
  await leave(member)
  await server.advanceClock(30 * day - 1)
  await server.purge()
  expect((await server.login(member)).statusLine).toBe('200')
  const resolved = await server.send('PUT', `/api/v1/incidents/${ids.manual}/resolve`, { as: member })
  expect(resolved.statusLine).toBe('200')
  expect((await list()).body.data?.find(({ email }) => email === member)?.daysRemaining).toBe(1)
})

describe('After the grace period', () => {
  async function leaveForGood(email: string): Promise<string> {
    await leave(email)
    await server.advanceClock(30 * day)
    const { accessToken } = await server.issue(email)
    const headers = { Authorization: `Bearer ${accessToken}` }
    const use = () => server.send('DELETE', '/api/v1/monitors/unknown/stats', { headers })
    expect((await use()).statusLine).not.toBe('401 UNAUTHENTICATED')
    await server.purge()
    return (await use()).statusLine
  }

  it('login and older tokens are refused', { tags: ['P34'] }, async () => {
    expect(await leaveForGood(member)).toBe('401 UNAUTHENTICATED')
    expect((await server.login(member)).statusLine).toBe('401 INVALID_CREDENTIALS')
  })

  it('the address is free for a new account, which inherits nothing', async () => {
    const before = await server.findUser(solo)
    await leaveForGood(solo)
    const { statusLine, body } = await server.send('POST', '/auth/signup', {
      body: { email: solo, password: 'another-one' },
    })
    expect(statusLine).toBe('201')
    expect(body.user).not.toMatchObject({ id: before?.id })
    expect(body.user).not.toMatchObject({ teamId: before?.teamId })
    expect(body.user).not.toHaveProperty('name')
  })
})
