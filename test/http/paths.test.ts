/** Paths match verbatim, and malformed ids get an error response of the contract. */
import { demo } from '@monitoring-service/contract'
import { describe, expect, it } from 'vitest'
import { ids, useServer } from '../support/server.ts'

const server = useServer()
const member = 'member@acme.example'
const incident = (id: string) => `/api/v1/incidents/${id}`

describe('a malformed id', () => {
  const templates = [
    ['PUT', (id: string) => `${incident(id)}/resolve`],
    ['DELETE', incident],
    ['DELETE', (id: string) => `/api/v1/services/${id}/stats`],
    ['DELETE', (id: string) => `/api/v1/monitors/${id}/stats`],
  ] as const
  const unknown = [
    '.',
    '..',
    '%2e%2e',
    '%2F',
    '%2f..%2f',
    '%00',
    '%0d%0aX:%20y',
    '%23',
    '%3F',
    '%5c',
    '%25zz',
    '*',
    ':id',
    '(.*)',
    ';x=1',
    'a@b',
    '__proto__',
    'constructor',
    '%F0%9F%98%80',
    '%C2%A0',
    `%20${ids.manual}`,
    ids.manual.toLowerCase(),
    'x'.repeat(5000),
  ]
  const malformed = ['%', '%z', '%zz', '%2', '%ff', '%c3%28', '%ed%a0%80', '%F8%88%80%80%80', '%c0%af']
  const unescaped = [...'"<>[]\\^`|#', '{id}', `${ids.manual}#x`]
  const noPath = [`${ids.manual}/`, `/${ids.manual}`, '']

  it.each([
    ...unknown.map((id) => [/^404 \w+_NOT_FOUND$/, id] as const),
    ...[...malformed, ...unescaped].map((id) => [/^400 VALIDATION_ERROR$/, id] as const),
    ...noPath.map((id) => [/^404 NOT_FOUND$/, id] as const),
  ])('gets a response like %s: %j', { tags: ['P11', 'P30'] }, async (statusLine, id) => {
    const before = await server.data()
    for (const [method, path] of templates) {
      expect((await server.send(method, path(id), { as: member })).statusLine).toMatch(statusLine)
    }
    expect(await server.data()).toEqual(before)
  })
})

it.each([
  '/',
  '/auth',
  '/auth/',
  '/auth/login/',
  '/auth//login',
  '//auth/login',
  '/Auth/Login',
  '/AUTH/LOGIN',
  '/auth/login/x',
  '/auth/login%20',
  '/auth%2Flogin',
  '/auth/log%69n',
  '/./auth/login',
  '/x/../auth/login',
  '/auth/login;x=1',
  '/auth/login.json',
  '/api/v2/incidents/x',
  '/docs',
  '/openapi.yaml',
  '/debug',
  '/.env',
  '/health',
])('a path that does not match verbatim is unknown: %s', { tags: ['P13', 'P78'] }, async (path) => {
  const body = { email: member, password: demo.password }
  expect((await server.send('POST', path, { body })).statusLine).toBe('404 NOT_FOUND')
})
