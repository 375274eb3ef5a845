/** Values that a store might misinterpret. */
import { expect, it } from 'vitest'
import { incident } from '../../../server/store/suite/sample-data.ts'
import { type Helpers, password, rowsOf } from './setup.ts'

export function values({ dump, makeOwner, login, signup, usersOf }: Helpers): void {
  it('a reset before a date deletes the strictly earlier rows and keeps the day itself, fourteen hours from UTC too', {
    tags: ['P23'],
  }, async () => {
    const { send } = await makeOwner('cutter', (teamId) => ({
      monitors: [{ id: 'cut', teamId }],
      dailyStats: rowsOf('cut'),
    }))
    expect((await send('DELETE', '/api/v1/monitors/cut/stats?before=1970-01-11')).body.deletedCount).toBe(10)
    const left = (await dump()).dailyStats.filter(({ monitorId }) => monitorId === 'cut')
    expect(left.map(({ date }) => date).sort()).toEqual(
      rowsOf('cut')
        .slice(10)
        .map(({ date }) => date),
    )
  })

  it('a property that is sent twice is rejected', { tags: ['P09'] }, async () => {
    for (const second of ['"email":"last@state.example"', '"\\u0065mail" : "first@state.example"']) {
      const { body } = await signup(`{"email":"first@state.example",${second},"password":"${password}"}`)
      expect(body.error?.message).toBe('the body has a property twice')
    }
    expect([await usersOf('first@state.example'), await usersOf('last@state.example')]).toEqual([[], []])
  })

  it('an unusual id is an unknown id', { tags: ['P11', 'P29'] }, async () => {
    const { send } = await makeOwner('odd')
    const odd = [
      '%00',
      'summed%00',
      '%2F',
      '..%2f..',
      '__proto__',
      'constructor',
      "'%20OR%20'1'='1",
      '%F0%9F%98%80',
      'x'.repeat(5_000),
    ]
    for (const id of odd) {
      for (const [method, path] of [
        ['PUT', `incidents/${id}/resolve`],
        ['DELETE', `incidents/${id}`],
        ['DELETE', `services/${id}/stats`],
        ['DELETE', `monitors/${id}/stats`],
      ] as const) {
        expect((await send(method, `/api/v1/${path}`)).statusLine, path).toMatch(/^404 \w+_NOT_FOUND$/)
      }
    }
    for (const odd of ['nul\0@state.example', 'a@b.example\0'])
      expect((await login(odd, password)).statusLine).toBe('400 VALIDATION_ERROR')
    for (const odd of ['\0', '\ud800', 'x'.repeat(60_000)])
      expect((await login('odd@state.example', odd)).statusLine).toBe('401 INVALID_CREDENTIALS')
  })

  it('nullable fields are returned as null or as text', { tags: ['P31'] }, async () => {
    const both = (value: string) => [null, value]
    const made = both('monitor').flatMap((monitorId) =>
      both('title').flatMap((title) => both('cause').map((cause) => ({ monitorId, title, cause }))),
    )
    const { send } = await makeOwner('nullable', (teamId) => ({
      monitors: [{ id: 'monitor', teamId }],
      services: [{ id: 'x', teamId, monitorIds: [] }],
      incidents: made.map((fields, i) =>
        incident({ id: `null ${i}`, teamId, ...fields, ...(i % 2 && { serviceId: 'x' }) }),
      ),
    }))
    for (const [i, fields] of made.entries()) {
      const { statusLine, body } = await send('PUT', `/api/v1/incidents/null%20${i}/resolve`)
      expect([statusLine, body.incident]).toEqual(['200', expect.objectContaining(fields)])
      expect(Object.hasOwn(body.incident ?? {}, 'serviceId')).toBe(i % 2 === 1)
    }
  })

  it('stored records contain no password, token or code', { tags: ['P39'] }, async () => {
    const email = 'canary@state.example'
    const made = await signup({ email, password: 'canary-password-4711' })
    const again = await login(email, 'canary-password-4711')
    const issued = [made, again].flatMap(({ body }) => [body.accessToken, body.refreshToken])
    expect(issued.every(Boolean)).toBe(true)
    const stored = JSON.stringify(await dump())
    for (const secret of ['canary-password-4711', ...issued]) expect(stored).not.toContain(secret)
  })
}
