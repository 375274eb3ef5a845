/** The mock with contracts that differ from the project's own. */
import { type Document, demo, scenarios } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import { createMock, type Mock } from '@monitoring-service/mock'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { transmit } from '../support/raw-http.ts'
import { ids } from '../support/server.ts'
import { credentialHeaders, sendUsual } from './send.ts'

async function mockOf(contract: Document): Promise<Mock> {
  const mock = await createMock({ contract })
  onTestFinished(() => mock.close(0))
  return mock
}

/** A node of a document that a test changes. */
// biome-ignore lint/suspicious/noExplicitAny: the mock checks the changed document itself.
type Node = any

function changed(change: (paths: Node, components: Node) => void): Document {
  const document = readContract()
  change(document.paths, document.components)
  return document
}

const resolve = '/api/v1/incidents/{id}/resolve'
const call = async (mock: Mock, method: string, path: string, caller = 'member@acme.example') =>
  transmit(mock.url, method, path, await credentialHeaders(caller))

describe('An additional operation', () => {
  const template = '/test-only/incidents/{id}'
  const path = (id: string) => template.replace('{id}', id)
  const unknownId = '01J0000000000001NC1DENT999'
  const incident = (id: string, status: string) => ({ incident: { id, status, title: `Incident ${id}` } })
  const missing = { error: { code: 'INCIDENT_NOT_FOUND', message: 'There is no such incident.', status: 404 } }
  const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
  const body = (schema: object, examples: object) => ({ content: { 'application/json': { schema, examples } } })
  const id = { name: 'id', in: 'path', required: true, schema: ref('schemas', 'IncidentId') }
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
    expect(allow?.split(', ').sort()).toEqual(['DELETE', 'GET'])
    const headers = { ...(await credentialHeaders('viewer@acme.example')), prefer: 'example=over' }
    const preferred = await transmit(mock.url, 'GET', path('any'), headers)
    expect(preferred.body).toEqual(incident(ids.manualResolved, 'resolved'))
  })

  it('adds its scenarios and leaves the other operations unchanged', async () => {
    const isOwn = ({ operationId }: { operationId: string }) => operationId === 'testOnlyRead'
    expect(mock.scenarios.filter(isOwn).map(({ name }) => name)).toEqual(['ongoing', 'over', 'gone'])
    expect(mock.scenarios.filter((scenario) => !isOwn(scenario))).toEqual(scenarios)
    expect((await sendUsual(mock.url, 'resolveIncident')).statusLine).toBe('200')
  })
})

describe('After a change of the contract', () => {
  const responseOf = (paths: Node, status: number) => paths[resolve].put.responses[status]
  const json = (response: Node) => response.content['application/json']

  it('returns a changed example, by request and by Prefer', async () => {
    const contract = changed((paths) => {
      json(responseOf(paths, 200)).examples.resolveWithCause.value.incident.cause = 'A changed cause'
    })
    const mock = await mockOf(contract)
    for (const headers of [{}, { prefer: 'example=resolveWithCause' }]) {
      expect((await sendUsual(mock.url, 'resolveIncident', headers)).body.incident?.cause).toBe('A changed cause')
    }
  })

  it('returns a changed error message', async () => {
    const contract = changed((paths) => {
      for (const { value } of Object.values(json(responseOf(paths, 409)).examples) as Node[])
        value.error.message = 'It is over.'
    })
    const { statusLine, body } = await call(await mockOf(contract), 'PUT', resolve.replace('{id}', ids.autoResolved))
    expect([statusLine, body.error?.message]).toEqual(['409 INCIDENT_ALREADY_RESOLVED', 'It is over.'])
  })

  it('returns a changed status', async () => {
    const contract = changed((paths, { schemas }) => {
      const { responses } = paths[resolve].put
      responses[422] = responses[409]
      delete responses[409]
      const schema = json(responses[422]).schema
      const { error } = (schema.$ref ? schemas[schema.$ref.split('/').at(-1)] : schema).properties
      error.properties.status = { const: 422 }
      for (const { value } of Object.values(json(responses[422]).examples) as Node[]) value.error.status = 422
    })
    const mock = await mockOf(contract)
    for (const id of [ids.manualResolved, ids.autoResolved]) {
      expect((await call(mock, 'PUT', resolve.replace('{id}', id))).statusLine).toBe('422 INCIDENT_ALREADY_RESOLVED')
    }
    const headers = { prefer: 'code=409' }
    expect((await sendUsual(mock.url, 'resolveIncident', headers)).statusLine).toBe('400 VALIDATION_ERROR')
  })

  it('never returns a removed response', async () => {
    const contract = changed((paths) => {
      delete paths[resolve].put.responses[409]
      for (const { examples = {} } of paths[resolve].put.parameters) delete examples.alreadyResolved
    })
    const mock = await mockOf(contract)
    for (const id of [ids.manualResolved, ids.autoResolved]) {
      expect((await call(mock, 'PUT', resolve.replace('{id}', id))).statusLine).toMatch(
        /^(200|404 INCIDENT_NOT_FOUND)$/,
      )
    }
  })

  it('enforces a changed limit', async () => {
    const contract = { ...readContract(), 'x-limits': { ...readContract()['x-limits'], bodyBytes: 10 } }
    expect((await sendUsual((await mockOf(contract)).url, 'login')).statusLine).toBe('413 PAYLOAD_TOO_LARGE')
  })

  it('rejects examples that exceed a changed bound', async () => {
    const contract = changed((_, { schemas }) => {
      schemas.LoginRequest.properties.password = { type: 'string', maxLength: 3 }
    })
    await expect(createMock({ contract })).rejects.toThrow('login does not match its schema: password must NOT have')
  })
})

describe('After a change of names', () => {
  it('returns the scenario with the most similar request, if the reference server does not know the inputs', async () => {
    const contract = changed((paths, { schemas }) => {
      const { properties, required } = schemas.LoginRequest
      properties.mail = properties.email
      delete properties.email
      required[required.indexOf('email')] = 'mail'
      for (const example of Object.values(paths['/auth/login'].post.requestBody.content['application/json'].examples)) {
        const { value } = example as Node
        ;(example as Node).value = JSON.parse(JSON.stringify(value).replaceAll('"email":', '"mail":'))
      }
    })
    const mock = await mockOf(contract)
    const body = { mail: 'unknown@new.example', password: 'in no example' }
    const { statusLine, headers } = await transmit(mock.url, 'POST', '/auth/login', {}, body)
    expect([statusLine, headers['mock-scenario']]).toEqual(['200', 'login'])
    expect((await transmit(mock.url, 'POST', '/auth/login', {}, { email: body.mail })).statusLine).toBe(
      '400 VALIDATION_ERROR',
    )
  })

  it('accepts the admin key only in the renamed header, and lists curl lines with that header', async () => {
    const mock = await mockOf(
      changed((_, { securitySchemes }) => {
        securitySchemes.adminApiKey.name = 'X-Other-Key'
      }),
    )
    const list = (header: string) =>
      transmit(mock.url, 'GET', '/admin/deletion-requests', { [header]: demo.adminApiKey })
    expect((await list('x-other-key')).statusLine).toBe('200')
    expect((await list('x-admin-api-key')).statusLine).toBe('401 INVALID_ADMIN_KEY')
    const entries: { curl: string }[] = await (await fetch(`${mock.url}/_mock/scenarios`)).json()
    expect(entries.some(({ curl }) => curl.includes(`'X-Other-Key: ${demo.adminApiKey}'`))).toBe(true)
    expect(entries.some(({ curl }) => curl.includes('X-Admin-Api-Key'))).toBe(false)
  })
})

describe('An operation that the reference server does not have', () => {
  const returning = (schema: object) => ({
    responses: { '200': { description: 'ok', content: { 'application/json': { schema } } } },
  })
  const mockWith = (paths: Node) => mockOf(changed((known) => void Object.assign(known, paths)))

  it('is found by its plain path before a path with a parameter', async () => {
    const plain = returning({ const: 'plain' })
    const mock = await mockWith({
      '/a/{id}': { get: { operationId: 'any', ...returning({ const: 'any' }) } },
      '/a/b': { get: { operationId: 'plain', ...plain }, post: { operationId: 'make', ...plain } },
    })
    const textOf = async (method: string, path: string) => (await transmit(mock.url, method, path, {})).text
    expect(await textOf('GET', '/a/b')).toBe('"plain"')
    expect(await textOf('POST', '/a/b')).toBe('"plain"')
    expect(await textOf('GET', '/a/c')).toBe('"any"')
  })

  it('allows its method to pages of other origins', async () => {
    const mock = await mockWith({ '/a': { patch: { operationId: 'patch', ...returning({ const: 1 }) } } })
    const preflight = { origin: 'https://app.example', 'access-control-request-method': 'PATCH' }
    const { headers } = await transmit(mock.url, 'OPTIONS', '/a', preflight)
    expect(headers['access-control-allow-methods']?.split(', ')).toContain('PATCH')
  })

  it('returns generated values that fit the schema, if it has no example', async () => {
    const schema = { type: 'object', required: ['a'], properties: { a: { type: 'string', pattern: '^[A-Z]{3}$' } } }
    const mock = await mockWith({ '/a': { get: { operationId: 'generated', ...returning(schema) } } })
    expect((await transmit(mock.url, 'GET', '/a', {})).body).toMatchObject({ a: expect.stringMatching(/^[A-Z]{3}$/) })
  })

  it('compares values that look like titles and descriptions', async () => {
    const schema = { enum: [{ title: 'a' }] }
    const requestBody = { required: true, content: { 'application/json': { schema } } }
    const mock = await mockWith({ '/a': { post: { operationId: 'compare', requestBody, ...returning({ const: 1 }) } } })
    expect((await transmit(mock.url, 'POST', '/a', {}, { title: 'a' })).statusLine).toBe('200')
    expect((await transmit(mock.url, 'POST', '/a', {}, { title: 'b' })).statusLine).toBe('400 VALIDATION_ERROR')
  })
})
