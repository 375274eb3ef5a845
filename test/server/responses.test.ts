/** Properties of every response. */
import { demo, limits } from '@monitoring-service/contract'
import { describe, expect, it } from 'vitest'
import { ids, type Message, useServer, verificationCode } from '../support/server.ts'

const server = useServer()
const member = 'member@acme.example'
const incident = (id: string) => `/api/v1/incidents/${id}`
const account = '/dashboard/account/delete'
const key = { 'X-Admin-Api-Key': demo.adminApiKey }

const responses: [statusLine: string, method: string, path: string, Message][] = [
  ['201', 'POST', '/auth/signup', { body: { email: 'ada@new.example', password: 'an-uncommon-password' } }],
  ['200', 'POST', '/auth/login', { body: { email: member, password: demo.password } }],
  ['200', 'PUT', `${incident(ids.manual)}/resolve`, { as: member }],
  ['204', 'DELETE', incident(ids.manual), { as: member }],
  ['200', 'POST', account, { as: 'oauth@acme.example', body: { verificationCode } }],
  ['200', 'GET', '/admin/deletion-requests', { headers: key }],
  ['200', 'DELETE', `/api/v1/services/${ids.service}/stats`, { as: member }],
  ['200', 'DELETE', `/api/v1/monitors/${ids.monitor}/stats`, { as: member }],
  ['400 VALIDATION_ERROR', 'POST', '/auth/login', { body: {} }],
  ['401 INVALID_CREDENTIALS', 'POST', '/auth/login', { body: { email: member, password: 'wrong' } }],
  ['401 UNAUTHENTICATED', 'DELETE', incident('x'), {}],
  ['401 INVALID_ADMIN_KEY', 'GET', '/admin/deletion-requests', {}],
  ['403 INSUFFICIENT_SCOPE', 'DELETE', incident('x'), { as: 'viewer@acme.example' }],
  ['403 PLAN_UPGRADE_REQUIRED', 'DELETE', '/api/v1/monitors/x/stats', { as: 'owner@solo.example' }],
  ['403 WRONG_PASSWORD', 'POST', account, { as: member, body: { password: 'wrong' } }],
  ['403 WRONG_VERIFICATION_CODE', 'POST', account, { as: member, body: { verificationCode: '000000' } }],
  ['404 NOT_FOUND', 'GET', '/', {}],
  ['404 INCIDENT_NOT_FOUND', 'DELETE', incident('x'), { as: member }],
  ['404 SERVICE_NOT_FOUND', 'DELETE', '/api/v1/services/x/stats', { as: member }],
  ['404 MONITOR_NOT_FOUND', 'DELETE', '/api/v1/monitors/x/stats', { as: member }],
  ['405 METHOD_NOT_ALLOWED', 'GET', '/auth/login', {}],
  [
    '409 EMAIL_ALREADY_REGISTERED',
    'POST',
    '/auth/signup',
    { body: { email: member, password: 'an-uncommon-password' } },
  ],
  ['409 INCIDENT_ALREADY_RESOLVED', 'PUT', `${incident(ids.autoResolved)}/resolve`, { as: member }],
  ['409 AUTO_INCIDENT_NOT_DELETABLE', 'DELETE', incident(ids.auto), { as: member }],
  [
    '409 DELETION_ALREADY_REQUESTED',
    'POST',
    account,
    { as: 'leaving@globex.example', body: { password: demo.password } },
  ],
  ['409 TEAM_HAS_OTHER_MEMBERS', 'POST', account, { as: 'owner@acme.example', body: { password: demo.password } }],
  ['413 PAYLOAD_TOO_LARGE', 'POST', '/auth/login', { body: 'x'.repeat(limits.bodyBytes + 1) }],
  ['415 UNSUPPORTED_MEDIA_TYPE', 'POST', '/auth/login', { body: 'x', headers: { 'Content-Type': 'text/plain' } }],
]

describe('Every response', () => {
  it.each(responses)(
    'such as %s (%s %s) is not cacheable and does not reveal the software',
    { tags: ['P19', 'P20', 'P32', 'P52'] },
    async (statusLine, method, path, message) => {
      const response = await server.send(method, path, message)
      expect(response.statusLine).toBe(statusLine)
      const { headers, text } = response
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      expect(headers['x-request-id']).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
      for (const name of [
        'x-powered-by',
        'server',
        'etag',
        'last-modified',
        'set-cookie',
        'access-control-allow-origin',
        'retry-after',
      ]) {
        expect(headers).not.toHaveProperty(name)
      }
      if (statusLine === '204') return expect([text, headers['content-type']]).toEqual(['', undefined])
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
      expect(headers['content-length']).toBe(String(Buffer.byteLength(text)))
      const { error } = response.body
      const upgradeUrl = statusLine.includes('PLAN') ? { upgradeUrl: demo.upgradeUrl } : {}
      const [status, code] = statusLine.split(' ')
      if (code) expect(error).toEqual({ code, message: expect.any(String), status: Number(status), ...upgradeUrl })
    },
  )

  it('ignores conditional and range headers', async () => {
    const headers = { ...key, 'If-None-Match': '*', 'If-Modified-Since': new Date().toUTCString(), Range: 'bytes=0-1' }
    expect((await server.send('GET', '/admin/deletion-requests', { headers })).statusLine).toBe('200')
  })
})

describe('An internal error', () => {
  const list = () => server.send('GET', '/admin/deletion-requests', { headers: key })

  it('is hidden from the caller and logged for the operator', { tags: ['P75'] }, async () => {
    await server.replace('listDeletionRequests', { breaks: 'canary in /srv/secret.ts' })
    const response = await list()
    expect(response.statusLine).toBe('500 INTERNAL_ERROR')
    expect(response.text).not.toMatch(/canary|TypeError|secret/)
    const cause = expect.stringMatching(/^TypeError: canary in \/srv\/secret.ts\n/)
    expect(await server.reports()).toMatchObject([{ requestId: response.headers['x-request-id'], status: 500, cause }])
  })

  it('is returned in place of a response that the contract does not allow', { tags: ['P31'] }, async () => {
    const member = {
      user: { ...(await server.data()).users[0], deletionRequestedAt: '', deletionScheduledAt: '' },
      team: { id: 42 },
    }
    await server.replace('listDeletionRequests', { answers: { members: [member], total: 'many' } })
    const response = await list()
    expect(response.statusLine).toBe('500 INTERNAL_ERROR')
    expect(response.text).not.toMatch(/total|many|teamId|42/)
    const [report] = await server.reports()
    expect(report?.cause).toMatch(/\/response/)
  })

  it('is not returned for an unavailable store, which is a 503', async () => {
    await server.replace('listDeletionRequests', { refuses: 'UNAVAILABLE' })
    const response = await list()
    expect(response.statusLine).toBe('503 UNAVAILABLE')
    expect(response.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  })
})

describe('A request id', () => {
  it.each(['x', '01JXQ5W6MG0000000000REQST1', 'a.b_c-D9', 'x'.repeat(128)])(
    'is returned if well-formed: %s',
    async (id) => {
      for (const path of ['/auth/login', '/nothing']) {
        const response = await server.send('POST', path, { headers: { 'X-Request-Id': id } })
        expect(response.headers['x-request-id']).toBe(id)
      }
      expect((await server.reports()).map(({ requestId }) => requestId)).toEqual([id, id])
    },
  )

  it.each(['', ' ', 'a b', 'a,b', 'é', '{"a":1}', '<script>', 'x'.repeat(129), ['a', 'b']])(
    'is replaced if malformed: %j',
    async (id) => {
      const { headers } = await server.send('POST', '/auth/login', { headers: { 'X-Request-Id': id } })
      expect(headers['x-request-id']).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
      expect((await server.reports())[0]?.requestId).toBe(headers['x-request-id'])
    },
  )
})
