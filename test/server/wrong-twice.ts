/** Requests with two errors, and the one that is reported, by server and mock alike. */
import { limits } from '@monitoring-service/contract'
import { ids, type Message } from '../support/server.ts'

const viewer = 'viewer@acme.example'
const member = 'member@acme.example'
const solo = 'owner@solo.example'
const leaving = 'leaving@globex.example'

const account = '/dashboard/account/delete'

const tooLarge = 'x'.repeat(limits.bodyBytes + 1)
const plain = { 'Content-Type': 'text/plain' }
const resolve = (id: string) => `/api/v1/incidents/${id}/resolve`
const expired = { Authorization: 'Bearer not-a-token' }
const wrongType = '415 UNSUPPORTED_MEDIA_TYPE'
const invalid = '400 VALIDATION_ERROR'
const wrongCause = { cause: 42 }
const stats = `/api/v1/monitors/${ids.freeMonitor}/stats`

type Case = [earlier: string, later: string, method: string, path: string, Message, statusLine: string]

export const wrongTwice: Case[] = [
  ['unknown path', 'method', 'PATCH', '/auth/logout', {}, '404 NOT_FOUND'],
  ['unknown path', 'size', 'POST', '/auth/logout', { body: tooLarge }, '404 NOT_FOUND'],
  ['method', 'size', 'PATCH', '/auth/login', { body: tooLarge }, '405 METHOD_NOT_ALLOWED'],
  ['method', 'token', 'POST', resolve('x'), {}, '405 METHOD_NOT_ALLOWED'],
  ['method', 'malformed path', 'POST', resolve('%zz'), {}, '405 METHOD_NOT_ALLOWED'],
  ['size', 'media type', 'POST', '/auth/login', { body: tooLarge, headers: plain }, '413 PAYLOAD_TOO_LARGE'],
  ['size', 'malformed JSON', 'POST', '/auth/login', { body: tooLarge }, '413 PAYLOAD_TOO_LARGE'],
  ['size', 'token', 'PUT', resolve('x'), { body: tooLarge }, '413 PAYLOAD_TOO_LARGE'],
  ['size', 'malformed path', 'PUT', resolve('%zz'), { body: tooLarge }, '413 PAYLOAD_TOO_LARGE'],
  ['media type', 'malformed JSON', 'POST', '/auth/login', { body: '{', headers: plain }, wrongType],
  ['media type', 'malformed path', 'PUT', resolve('%zz'), { body: '{}', headers: plain }, wrongType],
  ['media type', 'token', 'PUT', resolve('x'), { body: '{}', headers: plain }, wrongType],
  ['unexpected body', 'malformed JSON', 'DELETE', '/api/v1/incidents/x', { body: '{' }, wrongType],
  ['malformed JSON', 'token', 'PUT', resolve('x'), { body: '{' }, invalid],
  ['malformed path', 'token', 'PUT', resolve('%zz'), {}, invalid],
  ['malformed path', 'scope', 'PUT', resolve('%ff'), { as: viewer }, invalid],
  ['token', 'scope', 'PUT', resolve(ids.manual), { headers: expired }, '401 UNAUTHENTICATED'],
  ['token', 'schema', 'PUT', resolve(ids.manual), { body: wrongCause }, '401 UNAUTHENTICATED'],
  ['token', 'schema', 'DELETE', `/api/v1/monitors/${ids.monitor}/stats?befor=`, {}, '401 UNAUTHENTICATED'],
  ['admin key', 'schema', 'GET', '/admin/deletion-requests?page=0', {}, '401 INVALID_ADMIN_KEY'],
  ['scope', 'schema', 'PUT', resolve(ids.manual), { as: viewer, body: wrongCause }, '403 INSUFFICIENT_SCOPE'],
  ['scope', 'unknown object', 'PUT', resolve('unknown'), { as: viewer }, '403 INSUFFICIENT_SCOPE'],
  ['scope', 'state', 'PUT', resolve(ids.manualResolved), { as: viewer }, '403 INSUFFICIENT_SCOPE'],
  ['schema', 'plan', 'DELETE', `${stats}?before=x`, { as: solo }, invalid],
  ['schema', 'unknown object', 'PUT', resolve('unknown'), { as: member, body: wrongCause }, invalid],
  ['schema', 'state', 'PUT', `${resolve(ids.manualResolved)}?x=1`, { as: member }, invalid],
  ['schema', 'address taken', 'POST', '/auth/signup', { body: { email: member, password: 'short' } }, invalid],
  ['plan', 'unknown object', 'DELETE', '/api/v1/services/unknown/stats', { as: solo }, '403 PLAN_UPGRADE_REQUIRED'],
  ['identity', 'state', 'POST', account, { as: leaving, body: { password: 'wrong' } }, '403 WRONG_PASSWORD'],
  ['unknown object', 'type', 'DELETE', '/api/v1/incidents/unknown', { as: member }, '404 INCIDENT_NOT_FOUND'],
]
