/** A request with several errors is rejected for the first one in the contract's order. */
import { limits } from '@monitoring-service/contract'
import { describe, expect, it } from 'vitest'
import { wrongTwice } from '../server/wrong-twice.ts'
import { bearerOperations, ids, useServer } from '../support/server.ts'

const server = useServer()
const member = 'member@acme.example'
const resolve = (id: string) => `/api/v1/incidents/${id}/resolve`
const expired = { Authorization: 'Bearer not-a-token' }

it.each(wrongTwice)(
  '%s comes before %s: %s %s',
  { tags: ['P53'] },
  async (_, __, method, path, message, statusLine) => {
    const before = await server.data()
    const answer = await server.send(method, path, message)
    expect(answer.statusLine).toBe(statusLine)
    expect(answer.body.error).toMatchObject({
      status: Number(statusLine.slice(0, 3)),
      message: expect.stringMatching(/\S/),
    })
    const { attempts: _attempts, ...kept } = await server.data()
    const { attempts: __attempts, ...had } = before
    expect(kept).toEqual(had)
  },
)

describe('an object of another team is unknown before any other error:', { tags: ['P53'] }, () => {
  it.each(['auto', 'resolved'] as const)('%s', async (what) => {
    await server.edit(({ incidents }) => {
      const foreign = incidents.find(({ id }) => id === ids.foreignIncident)
      Object.assign(foreign ?? {}, what === 'auto' ? { type: 'auto' } : { status: 'resolved' })
    })
    const [method, path] =
      what === 'auto' ? ['DELETE', resolve(ids.foreignIncident).slice(0, -8)] : ['PUT', resolve(ids.foreignIncident)]
    expect((await server.send(method, path, { as: member })).statusLine).toBe('404 INCIDENT_NOT_FOUND')
  })
})

describe('after too many attempts', () => {
  const leave = (body: object) => server.send('POST', '/dashboard/account/delete', { as: member, body })
  const exhaust = async () => {
    for (let i = 0; i < limits.attempts; i++) await server.login(member, 'not-the-password')
  }

  it('an invalid request still gets 400', async () => {
    await exhaust()
    expect((await leave({})).statusLine).toBe('400 VALIDATION_ERROR')
    expect((await server.login('not an address')).statusLine).toBe('400 VALIDATION_ERROR')
  })

  it('a wrong password gets 429', async () => {
    await exhaust()
    expect((await leave({ password: 'not-the-password' })).statusLine).toBe('429 RATE_LIMITED')
  })
})

it('an invalid request is not counted as an attempt', async () => {
  for (let i = 0; i < 3 * limits.attempts; i++) {
    await server.send('POST', '/auth/login', { body: { email: member, password: 42 } })
  }
  expect((await server.login(member)).statusLine).toBe('200')
})

it.each(bearerOperations)('without a token the store is not read: %s %s', async (method, path) => {
  await server.replace('any', { breaks: 'the store was read' })
  for (const headers of [{}, expired]) {
    expect((await server.send(method, path, { headers })).statusLine).toBe('401 UNAUTHENTICATED')
  }
})
