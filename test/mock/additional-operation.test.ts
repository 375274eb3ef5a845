/** The mock with operations that only the contract has. */
import { scenarios } from '@monitoring-service/contract'
import { createMock, type Mock } from '@monitoring-service/mock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transmit } from '../support/raw-http.ts'
import { ids } from '../support/server.ts'
import { call, changed, mockOf, type Node, resolve } from './changed-contract.ts'
import { credentialHeaders, sendUsual } from './send.ts'

const returning = (schema: object) => ({
  responses: { '200': { description: 'ok', content: { 'application/json': { schema } } } },
})

describe('An additional operation', () => {
  const template = '/test-only/incidents/{id}'
  const path = (id: string) => template.replace('{id}', id)
  const unknownId = '01J0000000000001NC1DENT999'
  const incident = (id: string, status: string) => ({ incident: { id, status, title: `Incident ${id}` } })
  const missing = { error: { code: 'INCIDENT_NOT_FOUND', message: 'There is no such incident.', status: 404 } }
  const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
  const body = (schema: object, examples: object) => ({ content: { 'application/json': { schema, examples } } })
  const id = { name: 'id', in: 'path', required: true, schema: ref('schemas', 'IncidentId') }
  const generated = { type: 'object', required: ['a'], properties: { a: { type: 'string', pattern: '^[A-Z]{3}$' } } }
  const contract = changed((paths, components) => {
    const notFound = paths[resolve].put.responses['404'].content?.['application/json'].schema ?? { type: 'object' }
    components.schemas.TestOnlyIncident = {
      type: 'object',
      required: ['incident'],
      properties: { incident: { type: 'object' } },
    }
    const examples = {
      ongoing: { 'x-caller': 'viewer@acme.example', value: ids.manual },
      over: { value: ids.manualResolved },
      gone: { value: unknownId },
    }
    paths[template] = {
      get: {
        operationId: 'testOnlyRead',
        security: [{ bearerAuth: ['read'] }],
        parameters: [{ ...id, examples }],
        responses: {
          200: body(ref('schemas', 'TestOnlyIncident'), {
            ongoing: { value: incident(ids.manual, 'open') },
            over: { value: incident(ids.manualResolved, 'resolved') },
          }),
          404: body(notFound, { gone: { value: missing } }),
        },
      },
      post: { operationId: 'testOnlyGenerated', parameters: [id], ...returning(generated) },
      delete: { operationId: 'testOnlyDelete', parameters: [id], responses: { 204: { description: 'gone' } } },
    }
  })
  let mock: Mock
  beforeAll(async () => {
    mock = await createMock({ contract })
  })
  afterAll(() => mock.close(0))

  it('returns the example with the same request to every authorized caller', async () => {
    for (const caller of ['viewer@acme.example', 'owner@acme.example']) {
      const [ongoing, over, gone] = [
        await call(mock, 'GET', path(ids.manual), caller),
        await call(mock, 'GET', path(ids.manualResolved), caller),
        await call(mock, 'GET', path(unknownId), caller),
      ]
      expect([ongoing, over, gone].map(({ statusLine, headers }) => [statusLine, headers['mock-scenario']])).toEqual([
        ['200', 'ongoing'],
        ['200', 'over'],
        ['404 INCIDENT_NOT_FOUND', 'gone'],
      ])
      expect(over.body).toEqual(incident(ids.manualResolved, 'resolved'))
    }
  })

  it('returns its 404 for an id that no example has', async () => {
    const { statusLine, headers } = await call(mock, 'GET', path(ids.auto))
    expect([statusLine, headers['mock-scenario']]).toEqual(['404 INCIDENT_NOT_FOUND', 'gone'])
  })

  it('rejects invalid requests like the other operations, and follows Prefer', async () => {
    expect((await transmit(mock.url, 'GET', path(ids.manual), {})).statusLine).toBe('401 UNAUTHENTICATED')
    expect((await call(mock, 'GET', `${path(ids.manual)}?x=1`)).statusLine).toBe('400 VALIDATION_ERROR')
    const { allow } = (await transmit(mock.url, 'PATCH', path(ids.manual), {})).headers
    expect(allow?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'POST'])
    const headers = { ...(await credentialHeaders('viewer@acme.example')), prefer: 'example=over' }
    const preferred = await transmit(mock.url, 'GET', path('any'), headers)
    expect(preferred.body).toEqual(incident(ids.manualResolved, 'resolved'))
  })

  it('returns generated values that fit the schema, if it has no example', async () => {
    const { body } = await transmit(mock.url, 'POST', path(ids.manual), {})
    expect(body).toMatchObject({ a: expect.stringMatching(/^[A-Z]{3}$/) })
  })

  it('adds its scenarios and leaves the other operations unchanged', async () => {
    const isOwn = ({ operationId }: { operationId: string }) => operationId === 'testOnlyRead'
    expect(mock.scenarios.filter(isOwn).map(({ name }) => name)).toEqual(['ongoing', 'over', 'gone'])
    expect(mock.scenarios.filter((scenario) => !isOwn(scenario))).toEqual(scenarios)
    expect((await sendUsual(mock.url, 'resolveIncident')).statusLine).toBe('200')
  })
})

describe('An operation that the reference server does not have', () => {
  const mockWith = (paths: Node) => mockOf(changed((known) => void Object.assign(known, paths)))

  it('allows its method to pages of other origins', async () => {
    const mock = await mockWith({ '/a': { patch: { operationId: 'patch', ...returning({ const: 1 }) } } })
    const preflight = { origin: 'https://app.example', 'access-control-request-method': 'PATCH' }
    const { headers } = await transmit(mock.url, 'OPTIONS', '/a', preflight)
    expect(headers['access-control-allow-methods']?.split(', ')).toContain('PATCH')
  })

  it('compares values that look like titles and descriptions', async () => {
    const schema = { enum: [{ title: 'a' }] }
    const requestBody = { required: true, content: { 'application/json': { schema } } }
    const mock = await mockWith({ '/a': { post: { operationId: 'compare', requestBody, ...returning({ const: 1 }) } } })
    expect((await transmit(mock.url, 'POST', '/a', {}, { title: 'a' })).statusLine).toBe('200')
    expect((await transmit(mock.url, 'POST', '/a', {}, { title: 'b' })).statusLine).toBe('400 VALIDATION_ERROR')
  })
})
