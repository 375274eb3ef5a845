/** Several requests on one connection: what comes behind the last response is not executed. */
import { createMock } from '@monitoring-service/mock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer } from '../support/bearer.ts'
import { sendRaw } from '../support/raw-http.ts'
import { ids, useServer } from '../support/server.ts'
import { bytesOf } from './clients.ts'
import { lastOnes, malformed } from './final-requests.ts'

const server = useServer()
let mock: Awaited<ReturnType<typeof createMock>>
beforeAll(async () => {
  mock = await createMock({ stateful: true })
})
afterAll(() => mock?.close(0))

const member = 'member@acme.example'
const resolve = (authorization: string) =>
  `PUT /api/v1/incidents/${ids.manual}/resolve HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`
const requests = [...malformed.map(([name, bytes]) => [name, bytes, '400 VALIDATION_ERROR'] as const), ...lastOnes]

describe.each(requests)('behind a request with %s', (_, bytes, statusLine) => {
  it('the server executes nothing', { tags: ['P79'] }, async () => {
    const before = await server.data()
    const next = resolve(`Bearer ${(await server.issue(member)).accessToken}`)
    const answers = await sendRaw(server.url, bytes + next)
    expect(answers.map((answer) => answer.statusLine)).toEqual([statusLine])
    expect(await server.data()).toEqual(before)
  })

  it('the mock executes nothing', { tags: ['P79'] }, async () => {
    await mock.reset()
    const next = resolve((await bearer('01J00000000000000PERS0N003')).authorization)
    const answers = await sendRaw(mock.url, bytes + next)
    expect(answers.map((answer) => answer.statusLine)).toEqual([statusLine])
    expect(await mock.calls('resolveIncident')).toEqual([])
  })
})

it('behind a request that is rejected with its whole body, the next one is executed', async () => {
  const next = resolve(`Bearer ${(await server.issue(member)).accessToken}`)
  const rejected = 'PUT /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nGET /x HT'
  const answers = await sendRaw(server.url, rejected + next.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  expect(answers.map((answer) => answer.statusLine)).toEqual(['405 METHOD_NOT_ALLOWED', '200'])
})

describe('requests that are sent at once', () => {
  it('are executed in their order', { tags: ['P79'] }, async () => {
    const account = { email: 'ada@new.example', password: 'an-uncommon-password' }
    const [signup, login] = [
      bytesOf('POST', '/auth/signup', {}, account),
      bytesOf('POST', '/auth/login', { Connection: 'close' }, account),
    ]
    const answers = await sendRaw(server.url, signup + login)
    expect(answers.map((answer) => answer.statusLine)).toEqual(['201', '200'])
  })

  it('are answered if they are executed, whatever comes behind them', { tags: ['P79'] }, async () => {
    const signup = (email: string) => bytesOf('POST', '/auth/signup', {}, { email, password: 'an-uncommon-password' })
    const answers = await sendRaw(server.url, `${signup('a@new.example')}${signup('b@new.example')}hello\r\n\r\n`)
    expect((await server.countWork()).hash).toBe(answers.length)
  })
})
