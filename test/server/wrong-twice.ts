/** Requests with two errors, and the one that is reported, by server and mock alike. */
import { limits } from '@monitoring-service/contract'
import { ids, type Message } from '../support/server.ts'

const viewer = 'viewer@acme.example'
const member = 'member@acme.example'
const solo = 'owner@solo.example'

const tooLarge = 'x'.repeat(limits.bodyBytes + 1)
const plain = { 'Content-Type': 'text/plain' }
const resolve = (id: string) => `/api/v1/incidents/${id}/resolve`
const expired = { Authorization: 'Bearer not-a-token' }

export const wrongTwice: [earlier: string, later: string, method: string, path: string, Message, statusLine: string][] =
  [
    ['unknown path', 'method', 'PATCH', '/auth/logout', {}, '404 NOT_FOUND'],
    ['unknown path', 'size', 'POST', '/auth/logout', { body: tooLarge }, '404 NOT_FOUND'],
    ['method', 'size', 'PATCH', '/auth/login', { body: tooLarge }, '405 METHOD_NOT_ALLOWED'],
    ['method', 'token', 'POST', resolve('x'), {}, '405 METHOD_NOT_ALLOWED'],
    ['method', 'malformed path', 'POST', resolve('%zz'), {}, '405 METHOD_NOT_ALLOWED'],
    ['size', 'media type', 'POST', '/auth/login', { body: tooLarge, headers: plain }, '413 PAYLOAD_TOO_LARGE'],
    ['size', 'malformed JSON', 'POST', '/auth/login', { body: tooLarge }, '413 PAYLOAD_TOO_LARGE'],
    ['size', 'token', 'PUT', resolve('x'), { body: tooLarge }, '413 PAYLOAD_TOO_LARGE'],
    ['size', 'malformed path', 'PUT', resolve('%zz'), { body: tooLarge }, '413 PAYLOAD_TOO_LARGE'],
    [
      'media type',
      'malformed JSON',
      'POST',
      '/auth/login',
      { body: '{', headers: plain },
      '415 UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'media type',
      'malformed path',
      'PUT',
      resolve('%zz'),
      { body: '{}', headers: plain },
      '415 UNSUPPORTED_MEDIA_TYPE',
    ],
    ['media type', 'token', 'PUT', resolve('x'), { body: '{}', headers: plain }, '415 UNSUPPORTED_MEDIA_TYPE'],
    [
      'unexpected body',
      'malformed JSON',
      'DELETE',
      resolve('x').slice(0, -8),
      { body: '{' },
      '415 UNSUPPORTED_MEDIA_TYPE',
    ],
    ['malformed JSON', 'token', 'PUT', resolve('x'), { body: '{' }, '400 VALIDATION_ERROR'],
    ['malformed path', 'token', 'PUT', resolve('%zz'), {}, '400 VALIDATION_ERROR'],
    ['malformed path', 'scope', 'PUT', resolve('%ff'), { as: viewer }, '400 VALIDATION_ERROR'],
    ['token', 'scope', 'PUT', resolve(ids.manual), { headers: expired }, '401 UNAUTHENTICATED'],
    ['token', 'schema', 'PUT', resolve(ids.manual), { body: { cause: 42 } }, '401 UNAUTHENTICATED'],
    ['token', 'schema', 'DELETE', `/api/v1/monitors/${ids.monitor}/stats?befor=`, {}, '401 UNAUTHENTICATED'],
    ['admin key', 'schema', 'GET', '/admin/deletion-requests?page=0', {}, '401 INVALID_ADMIN_KEY'],
    ['scope', 'schema', 'PUT', resolve(ids.manual), { as: viewer, body: { cause: 42 } }, '403 INSUFFICIENT_SCOPE'],
    ['scope', 'unknown object', 'PUT', resolve('unknown'), { as: viewer }, '403 INSUFFICIENT_SCOPE'],
    ['scope', 'state', 'PUT', resolve(ids.manualResolved), { as: viewer }, '403 INSUFFICIENT_SCOPE'],
    [
      'schema',
      'plan',
      'DELETE',
      `/api/v1/monitors/${ids.freeMonitor}/stats?before=x`,
      { as: solo },
      '400 VALIDATION_ERROR',
    ],
    [
      'schema',
      'unknown object',
      'PUT',
      resolve('unknown'),
      { as: member, body: { cause: 42 } },
      '400 VALIDATION_ERROR',
    ],
    ['schema', 'state', 'PUT', `${resolve(ids.manualResolved)}?x=1`, { as: member }, '400 VALIDATION_ERROR'],
    [
      'schema',
      'address taken',
      'POST',
      '/auth/signup',
      { body: { email: member, password: 'short' } },
      '400 VALIDATION_ERROR',
    ],
    ['plan', 'unknown object', 'DELETE', '/api/v1/services/unknown/stats', { as: solo }, '403 PLAN_UPGRADE_REQUIRED'],
    [
      'identity',
      'state',
      'POST',
      '/dashboard/account/delete',
      { as: 'leaving@globex.example', body: { password: 'wrong' } },
      '403 WRONG_PASSWORD',
    ],
    ['unknown object', 'type', 'DELETE', '/api/v1/incidents/unknown', { as: member }, '404 INCIDENT_NOT_FOUND'],
  ]
