/** What the mock does beside answering scenarios, which the agreement test shows. */
import { demo } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import type { Listening } from '@monitoring-service/gate/node'
import { createMock } from '@monitoring-service/mock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeJudge } from '../contract/lint/judge.ts'
import { credentialsOf as credentialsAt } from './agreement/credentials.ts'
import { transmit } from './server/wire.ts'
import { wrongTwice } from './server/wrong-twice.ts'

let mock: Listening
let token: string

beforeAll(async () => {
  mock = await createMock()
  token = (await (await login('owner@acme.example')).json()).accessToken
})

afterAll(() => mock.close())

function login(email: string): Promise<Response> {
  const body = JSON.stringify({ email, password: demo.password })
  return fetch(`${mock.url}/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

function resolve(id: string, headers: Record<string, string> = {}): Promise<Response> {
  const path = `/api/v1/incidents/${id}/resolve`
  return fetch(`${mock.url}${path}`, { method: 'PUT', headers: { authorization: `Bearer ${token}`, ...headers } })
}

async function refusal(response: Response) {
  const { error } = await response.json()
  expect(Object.keys(error).sort()).toEqual(['code', 'message', 'status'])
  expect(error.status).toBe(response.status)
  return error
}

describe('the mock', () => {
  it('takes the tokens that its own logins hand out, each for its user', async () => {
    const viewer = (await (await login('viewer@acme.example')).json()).accessToken
    const refused = await resolve('01J0000000000001NC1DENT001', { authorization: `Bearer ${viewer}` })
    expect(await refusal(refused)).toMatchObject({ code: 'INSUFFICIENT_SCOPE', status: 403 })
    expect((await resolve('01J0000000000001NC1DENT001')).status).toBe(200)
  })

  it('names the scenario that it plays', async () => {
    const response = await resolve('01J0000000000001NC1DENT003')
    expect(response.status).toBe(409)
    expect(response.headers.get('mock-scenario')).toBe('alreadyResolved')
  })

  it('has no memory: what is resolved once can be resolved again', async () => {
    expect((await resolve('01J0000000000001NC1DENT001')).status).toBe(200)
    expect((await resolve('01J0000000000001NC1DENT001')).status).toBe(200)
  })

  it('gives the example that Prefer asks for, whatever its status', async () => {
    const response = await resolve('anything', { prefer: 'example=storeUnavailable' })
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await refusal(response)).toMatchObject({ code: 'UNAVAILABLE', status: 503 })
  })

  it('gives the first example of the status that Prefer asks for', async () => {
    const response = await resolve('anything', { prefer: 'code=409' })
    expect(await refusal(response)).toMatchObject({ code: 'INCIDENT_ALREADY_RESOLVED' })
  })

  it('refuses an example that does not exist, and lists those that do', async () => {
    const { code, message } = await refusal(await resolve('anything', { prefer: 'example=nope' }))
    expect(code).toBe('VALIDATION_ERROR')
    expect(message).toContain('resolveWithCause, resolveAuto')
  })

  it('refuses an invalid request even if Prefer asks for a success', async () => {
    const headers = { prefer: 'example=resolveWithCause', authorization: '' }
    expect(await refusal(await resolve('anything', headers))).toMatchObject({ code: 'UNAUTHENTICATED' })
    const bad = await fetch(`${mock.url}/api/v1/incidents/x/resolve?dryRun=true`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, prefer: 'example=resolveWithCause' },
    })
    expect(await refusal(bad)).toMatchObject({ code: 'VALIDATION_ERROR', message: 'query.dryRun is unknown' })
  })

  it('ignores preferences that it does not know', async () => {
    expect((await resolve('01J0000000000001NC1DENT003', { prefer: 'respond-async, code=abc, dynamic' })).status).toBe(
      409,
    )
  })

  it('makes values up when Prefer asks for dynamic ones, and they fit the contract', async () => {
    const schema = ['components', 'schemas', 'DeletionRequestPage']
    const judge = await makeJudge(readContract(), [schema])
    const headers = { prefer: 'dynamic=true', 'x-admin-api-key': demo.adminApiKey }
    const pages = await Promise.all(
      Array.from({ length: 20 }, async () => (await fetch(`${mock.url}/admin/deletion-requests`, { headers })).json()),
    )
    expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBeGreaterThan(1)
    for (const page of pages) expect(judge(schema, page)).toEqual([])
  })

  it.each([
    ['malformed JSON', 'POST', '/auth/login', { 'content-type': 'application/json' }, '{"email":', 400],
    ['a lone percent sign', 'DELETE', '/api/v1/incidents/%', {}, undefined, 400],
    ['an Accept header that is no media type', 'DELETE', '/api/v1/incidents/x', { accept: 'garbage' }, undefined, 401],
    ['a Content-Type that is none', 'POST', '/auth/login', { 'content-type': 'garbage' }, '{}', 415],
    ['a path of slashes', 'GET', '//', {}, undefined, 404],
    ['HEAD on a path that has GET', 'HEAD', '/admin/deletion-requests', {}, undefined, 405],
  ])(
    'answers %s, which stock Prism does not survive or answers in another shape',
    async (_, method, path, headers, body, status) => {
      const init = { method, headers: headers as Record<string, string>, ...(body !== undefined && { body }) }
      const response = await fetch(`${mock.url}${path}`, init)
      expect(response.status).toBe(status)
      if (method !== 'HEAD') await refusal(response)
      expect((await login('owner@acme.example')).status).toBe(200)
    },
  )

  // What exists is a matter of state, of which the mock has none.
  it.each(wrongTwice.filter(([earlier]) => earlier !== 'unknown object'))(
    'refuses like the server: %s comes before %s: %s %s',
    async (_, __, method, path, { as, headers, body }, said) => {
      const authorization = as && `Bearer ${(await credentialsOf(as)).token}`
      const answer = await transmit(
        mock.url,
        method,
        path,
        { ...(authorization && { authorization }), ...headers },
        body,
      )
      expect(answer.said).toBe(said)
    },
  )

  it('takes any other password of a demo account for wrong', async () => {
    for (const email of ['owner@acme.example', 'viewer@acme.example', 'nobody@acme.example']) {
      const body = { email, password: 'another one' }
      expect((await transmit(mock.url, 'POST', '/auth/login', {}, body)).said).toBe('401 INVALID_CREDENTIALS')
    }
  })
})

function credentialsOf(caller: string) {
  return credentialsAt({ caller, credential: 'valid' }, new Date())
}
