/** Document 7: the shape of every error, and requests for none of the eight operations. */

import { limits, type OperationId, operations } from '@monitoring-service/contract'
import type { Caller, Incident, RequestDetails, Session } from '../client/callers.ts'
import { incident, newCredentials, user, writer } from '../records/recipes.ts'
import { orderOfErrors } from '../verdict/conditions.ts'
import { summarizeResponse } from '../verdict/format.ts'
import { suite } from './support/suite.ts'
import { randomUlid } from './support/test-ids.ts'

const all = Object.keys(operations) as OperationId[]
const withId = all.filter((id) => operations[id].path.includes('{id}'))
const withBody = all.filter((id) => operations[id].body)

/** Almost JSON. */
const malformed = [
  '{"cut',
  '{"cut": }',
  "{'single': 'quotes'}",
  '{"comma": 1,}',
  '{}{}',
  '// none\n{}',
  'undefined',
  '{"bad": "\u0001"}',
  '{"big": 01}',
]

/** Makes each call as somebody who may: openapi.yaml does not say whether the caller or the body is refused first. */
const senderOf = (user: Caller, writer: Caller, incidentId: string) => (id: OperationId, details: RequestDetails) =>
  id === 'resolveIncident' ? writer.send(id, { id: incidentId, ...details }) : user.send(id, details)

async function answersOptions(visitor: Caller, id: OperationId): Promise<boolean> {
  return (await visitor.send(id, { id: 'x', method: 'OPTIONS' })).response.status < 300
}

export const errors = suite('Errors', {}, ({ it }) => {
  it('ERROR-01 A validation failure, an authentication failure and a wrong password have the shape of an error. (7a, 7c, 7d)', {
    user: user,
    other: newCredentials,
  }, async ({ visitor, user, other, expect }) => {
    await expect(visitor.signUp({})).refused('invalid body')
    await expect(visitor.logIn(other)).refused('authentication failure')
    await expect(visitor.deleteAccount({ password: other.password })).refused('unauthenticated')
    await expect(user.deleteAccount({ password: other.password })).refused('wrong password')
    await expect(visitor.listDeletionRequests()).refused('invalid admin API key')
    // Each has two reasons; the document leaves open which comes first.
    await expect(visitor.listDeletionRequests('page=nonsense')).refused()
    await expect(visitor.deleteAccount({ nonsense: true })).refused()
    await expect(visitor.resolve(randomUlid(), { cause: 7 })).refused()
    await expect(user.resolve(randomUlid(), { cause: 7 })).refused()
  })

  it('ERROR-02 A path with an invalid or incomplete escape is refused. (4.3f, 4.4f, 4.7f, 4.8f)', {
    incident: incident(),
    caller: writer,
  }, async ({ incident, caller, expect }) => {
    for (const id of withId) {
      for (const odd of ['%zz', '%', '%c3']) {
        const path = operations[id].path.replace('{id}', odd)
        await expect(caller.send(id, { path })).refused('malformed path')
      }
    }
    await expect(caller.resolve(incident.id)).accepted()
  })

  it('ERROR-40 A path of no operation is not found. (profile, 7a, 9b)', async ({ visitor, expect }) => {
    const others = ['/api/v1/incidents', '/auth/signup/', '/AUTH/SIGNUP', '/api/v2/monitors/1/stats']
    const versioned = ['/auth/signup', '/dashboard/account/delete', '/admin/deletion-requests'].map(
      (path) => `/api/v1${path}`,
    )
    for (const path of [...others, ...versioned]) {
      await expect(visitor.send('signup', { path, body: {} })).refused('unknown path')
    }
    const large = { path: '/nowhere', text: ' '.repeat(limits.bodyBytes + 1) }
    await expect(visitor.send('signup', large)).refused('unknown path', orderOfErrors)
  })

  it('ERROR-41 An unsupported method is refused, with the supported ones in Allow. (profile, 7a)', async ({
    visitor,
    expect,
  }) => {
    for (const id of all) {
      const own = operations[id].method
      for (const method of ['PATCH', 'POST', 'GET', 'DELETE', 'PUT'].filter((method) => method !== own)) {
        const call = visitor.send(id, { id: 'x', method })
        await expect(call).refused('unknown method')
        const allowed = (await call).response.headers.allow?.split(/\s*,\s*/)
        const hasOptions = allowed?.includes('OPTIONS') && (await answersOptions(visitor, id))
        const others = hasOptions ? ['HEAD', 'OPTIONS'] : ['HEAD']
        expect(
          allowed?.filter((name) => !others.includes(name)),
          'Allow',
        ).toBe([own])
      }
    }
  })

  it('ERROR-42 Bodies are JSON in UTF-8, and not compressed. (profile, 0a)', {
    user: user,
    caller: writer,
    incident: incident(),
  }, async ({ user, caller, incident: { id: incidentId }, visitor, expect }) => {
    const send = senderOf(user, caller, incidentId)
    for (const contentType of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1']) {
      for (const id of withBody) {
        await expect(send(id, { text: '{}', contentType })).refused('other media type')
      }
    }
    for (const encoding of ['gzip', 'deflate', 'br']) {
      const compressed = { text: '{}', headers: { 'content-encoding': encoding } }
      for (const id of withBody) await expect(send(id, compressed)).refused('other media type')
    }
    await expect(send('login', { text: '{}', contentType: 'application/json-seq' })).refused('other media type')
    const anonymous = visitor.send('resolveIncident', { id: incidentId, text: '{}', contentType: 'text/plain' })
    await expect(anonymous).refused('other media type', orderOfErrors)
    for (const contentType of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
      const asked = user.send('scheduleAccountDeletion', { text: '{}', contentType })
      await expect(asked).refused('invalid body')
    }
  })

  it('ERROR-17 A large body is taken, or refused like others. (7a)', async ({ visitor, expect }) => {
    const text = JSON.stringify({ email: 'large@example.com', password: 'text' }).padEnd(limits.bodyBytes + 1)
    await expect(visitor.send('login', { text })).refused()
  })

  it('ERROR-43 A body of more than 64 KiB is refused, and no smaller one. (profile, 7a)', {
    credentials: newCredentials,
  }, async ({ visitor, credentials, expect }) => {
    const padded = (size: number, headers = {}) =>
      visitor.send('signup', { text: JSON.stringify(credentials).padEnd(size), headers })
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
      await expect(padded(limits.bodyBytes + 1, headers)).refused('body too large')
    }
    await expect(padded(limits.bodyBytes)).accepted()
  })

  it('ERROR-44 A well-formed request id is returned with every response, any other is replaced. (profile, 7a)', {
    user: user,
  }, async ({ user, visitor, expect }) => {
    const { email, password, withToken } = user
    const refused = withToken('of-no-user')
    for (const [index, [status, caller, operationId, details]] of (
      [
        [200, visitor, 'login', { body: { email, password } }],
        [400, visitor, 'login', { body: {} }],
        [401, visitor, 'resolveIncident', { id: 'x' }],
        [401, refused, 'resetMonitorStats', { id: 'x' }],
        [401, visitor, 'listDeletionRequests', {}],
        [403, user, 'scheduleAccountDeletion', { body: { password: `${password}x` } }],
        [404, user, 'deleteIncident', { id: 'x' }],
        [404, visitor, 'login', { path: '/nowhere' }],
        [405, visitor, 'login', { method: 'PATCH' }],
        [409, visitor, 'signup', { body: { email, password } }],
      ] as const
    ).entries()) {
      const id = index % 2 === 0 ? `kit-42.a_${index}` : `${index}`.repeat(128)
      const call = caller.send(operationId, { ...details, headers: { 'x-request-id': id } })
      const { response } = await call
      expect(response.status, 'the status', summarizeResponse(await call)).toBe(status)
      expect(response.headers['x-request-id'], 'X-Request-Id').toBe(id)
    }
    const ids = new Set<string | undefined>()
    for (const { response } of [await visitor.logIn({}), await visitor.logIn({})]) {
      ids.add(response.headers['x-request-id'])
    }
    expect(ids.size, 'the number of request ids of two requests').toBe(2)
    for (const odd of ['no spaces, please', 'x'.repeat(129)]) {
      const { response } = await visitor.send('login', { body: {}, headers: { 'x-request-id': odd } })
      const cleaned = odd.replace(/[^\w.-]/g, '')
      for (const other of [odd, cleaned, cleaned.slice(0, 128)]) {
        expect(response.headers['x-request-id'], 'X-Request-Id').toDifferFrom(other)
      }
    }
  })

  it('ERROR-18 Requests with one X-Request-Id are answered each for itself. (sound, 4.1a, 4.2a, 4.3a)', {
    one: user,
    two: user,
    first: incident(),
    second: incident(),
    caller: writer,
  }, async ({ one, two, first, second, caller, visitor, expect }) => {
    const headers = { 'x-request-id': randomUlid() }
    for (const { email, password } of [one, two, one, two]) {
      const body = { email, password }
      const { user } = (await expect(visitor.send('login', { body, headers })).accepted()) as Session
      expect(user.email.toLowerCase(), 'user.email').toBe(email.toLowerCase())
    }
    for (const { id } of [first, second]) {
      const { incident } = (await expect(caller.send('resolveIncident', { id, headers })).accepted()) as {
        incident: Incident
      }
      expect(incident.id, 'incident.id').toBe(id)
    }
  })

  it('ERROR-46 Unknown parameters are refused. (profile, 4.1e, 4.2b, 4.3d, 4.5e)', {
    credentials: newCredentials,
    incident: incident(),
    user: user,
    caller: writer,
  }, async ({ visitor, credentials, incident: { id }, user, caller, expect }) => {
    const query = 'verbose=true'
    const { password } = user
    await expect(visitor.send('signup', { query, body: credentials })).refused('invalid query')
    await expect(visitor.send('login', { query, body: { email: user.email, password } })).refused('invalid query')
    await expect(caller.send('resolveIncident', { id, query, body: {} })).refused('invalid query')
    await expect(user.send('scheduleAccountDeletion', { query, body: { password } })).refused('invalid query')
    await expect(caller.resolve(id)).accepted()
  })

  it('ERROR-45 Malformed JSON is refused. (profile, 7b)', {
    user: user,
    caller: writer,
    incident: incident(),
  }, async ({ user, caller, incident, expect }) => {
    const send = senderOf(user, caller, incident.id)
    const [first = 'login', ...others] = withBody
    for (const text of malformed) await expect(send(first, { text })).refused('invalid body')
    for (const id of others) {
      for (const text of malformed.slice(0, 3)) await expect(send(id, { text })).refused('invalid body')
    }
  })
})
