/** The mock answers by whatever contract it is given. */

import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Document, demo, scenarios } from '@monitoring-service/contract'
import { contractFile, readContract } from '@monitoring-service/contract/files'
import { createMock, type Mock } from '@monitoring-service/mock'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { transmit } from '../support/raw-http.ts'
import { ids } from '../support/server.ts'
import { ask, headersOf } from './send.ts'

const open: Mock[] = []
afterEach(() => Promise.all(open.splice(0).map((mock) => mock.close(0))))

async function mockOf(contract?: Document | string): Promise<Mock> {
  const mock = await createMock({ contract })
  open.push(mock)
  return mock
}

/** Nodes of a contract that tests change. */
// biome-ignore lint/suspicious/noExplicitAny: whatever a test writes is judged by the mock itself.
type Node = any

function changed(change: (paths: Node, components: Node) => void): Document {
  const document = readContract()
  change(document.paths, document.components)
  return document
}

const resolve = '/api/v1/incidents/{id}/resolve'
const call = async (mock: Mock, method: string, path: string, caller = 'member@acme.example') =>
  transmit(mock.url, method, path, await headersOf(caller))

describe('A ninth operation', () => {
  const incident = (id: string, status: string) => ({ incident: { id, status, title: `Incident ${id}` } })
  const missing = { error: { code: 'INCIDENT_NOT_FOUND', message: 'There is no such incident.', status: 404 } }
  const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
  const body = (schema: object, examples: object) => ({ content: { 'application/json': { schema, examples } } })
  const contract = changed((paths, components) => {
    const found = { type: 'object', required: ['incident'], properties: { incident: { type: 'object' } } }
    const notFound = paths[resolve].put.responses['404'].content?.['application/json'].schema ?? { type: 'object' }
    components.schemas.FoundIncident = found
    paths['/api/v1/incidents/{id}'].get = {
      operationId: 'getIncident',
      security: [{ bearerAuth: ['read'] }],
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          schema: ref('schemas', 'IncidentId'),
          examples: {
            ongoing: { 'x-caller': 'viewer@acme.example', value: ids.manual },
            over: { value: ids.manualResolved },
            gone: { value: '01J0000000000001NC1DENT999' },
          },
        },
      ],
      responses: {
        200: body(ref('schemas', 'FoundIncident'), {
          ongoing: { value: incident(ids.manual, 'open') },
          over: { value: incident(ids.manualResolved, 'resolved') },
        }),
        404: body(notFound, { gone: { value: missing } }),
      },
    }
  })
  const path = (id: string) => `/api/v1/incidents/${id}`

  it('is answered by the example whose request it is, whoever of those who may call asks', async () => {
    const mock = await mockOf(contract)
    for (const caller of ['viewer@acme.example', 'owner@acme.example']) {
      const [ongoing, over, gone] = [
        await call(mock, 'GET', path(ids.manual), caller),
        await call(mock, 'GET', path(ids.manualResolved), caller),
        await call(mock, 'GET', path('01J0000000000001NC1DENT999'), caller),
      ]
      expect([ongoing, over, gone].map(({ statusLine, headers }) => [statusLine, headers['mock-scenario']])).toEqual([
        ['200', 'ongoing'],
        ['200', 'over'],
        ['404 INCIDENT_NOT_FOUND', 'gone'],
      ])
      expect(over.body).toEqual(incident(ids.manualResolved, 'resolved'))
    }
  })

  it('is answered by its 404 if no example has the id', async () => {
    const { statusLine, headers } = await call(await mockOf(contract), 'GET', path(ids.auto))
    expect([statusLine, headers['mock-scenario']]).toEqual(['404 INCIDENT_NOT_FOUND', 'gone'])
  })

  it('is refused like the others, and follows Prefer', async () => {
    const mock = await mockOf(contract)
    expect((await transmit(mock.url, 'GET', path(ids.manual), {})).statusLine).toBe('401 UNAUTHENTICATED')
    expect((await call(mock, 'GET', `${path(ids.manual)}?x=1`)).statusLine).toBe('400 VALIDATION_ERROR')
    expect((await transmit(mock.url, 'PATCH', path(ids.manual), {})).headers.allow?.split(', ').sort()).toEqual([
      'DELETE',
      'GET',
    ])
    const headers = { ...(await headersOf('viewer@acme.example')), prefer: 'example=over' }
    expect((await transmit(mock.url, 'GET', path('any'), headers)).body).toEqual(
      incident(ids.manualResolved, 'resolved'),
    )
  })

  it('is among the scenarios, and leaves the eight as they are', async () => {
    const mock = await mockOf(contract)
    const own = mock.scenarios.filter(({ operationId }) => String(operationId) === 'getIncident')
    expect(own.map(({ name }) => name)).toEqual(['ongoing', 'over', 'gone'])
    expect(mock.scenarios.length - own.length).toBe(scenarios.length)
    expect((await ask(mock.url, 'resolveIncident')).statusLine).toBe('200')
  })
})

describe('A contract of which', () => {
  const answersOf = (paths: Node, status: number) => paths[resolve].put.responses[status]
  const json = (response: Node) => response.content['application/json']

  it('an example was changed is answered by the new one, by content and by Prefer', async () => {
    const contract = changed((paths) => {
      json(answersOf(paths, 200)).examples.resolveWithCause.value.incident.cause = 'Somebody else did it'
    })
    const mock = await mockOf(contract)
    for (const headers of [{}, { prefer: 'example=resolveWithCause' }]) {
      expect((await ask(mock.url, 'resolveIncident', headers)).body.incident?.cause).toBe('Somebody else did it')
    }
  })

  it('a message was changed is refused in the new words', async () => {
    const contract = changed((paths) => {
      for (const { value } of Object.values(json(answersOf(paths, 409)).examples) as Node[])
        value.error.message = 'It is over.'
    })
    const { statusLine, body } = await call(await mockOf(contract), 'PUT', resolve.replace('{id}', ids.autoResolved))
    expect([statusLine, body.error?.message]).toEqual(['409 INCIDENT_ALREADY_RESOLVED', 'It is over.'])
  })

  it('a status was changed is answered with the new one', async () => {
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
    expect((await ask(mock.url, 'resolveIncident', headers)).statusLine).toBe('400 VALIDATION_ERROR')
  })

  it('a response was removed never gives it', async () => {
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

  it('a limit was changed keeps to the new one', async () => {
    const contract = { ...readContract(), 'x-limits': { ...readContract()['x-limits'], bodyBytes: 10 } }
    expect((await ask((await mockOf(contract)).url, 'login')).statusLine).toBe('413 PAYLOAD_TOO_LARGE')
  })

  it('a bound was changed is held to the new one', async () => {
    const contract = changed((_, { schemas }) => {
      schemas.LoginRequest.properties.password = { type: 'string', maxLength: 3 }
    })
    // Its own examples do not fit any more.
    await expect(createMock({ contract })).rejects.toThrow('login does not fit its schema: password must NOT have')
  })
})

describe('A contract that calls by another name', () => {
  it('what logs in is answered by the scenario that is most like the request', async () => {
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
    const body = { mail: 'nobody@new.example', password: 'none of the examples' }
    const { statusLine, headers } = await transmit(mock.url, 'POST', '/auth/login', {}, body)
    expect([statusLine, headers['mock-scenario']]).toEqual(['200', 'login'])
    expect((await transmit(mock.url, 'POST', '/auth/login', {}, { email: body.mail })).statusLine).toBe(
      '400 VALIDATION_ERROR',
    )
  })

  it('the header of the admin key takes the key by this name only, and says so in its curl lines', async () => {
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

describe('An operation that the reference does not know', () => {
  const answer = (schema: object) => ({
    responses: { '200': { description: 'ok', content: { 'application/json': { schema } } } },
  })
  const mockWith = (paths: Node) => mockOf(changed((known) => void Object.assign(known, paths)))

  it('is found by its plain path, though a path with a parameter fits, too', async () => {
    const plain = answer({ const: 'plain' })
    const mock = await mockWith({
      '/a/{id}': { get: { operationId: 'any', ...answer({ const: 'any' }) } },
      '/a/b': { get: { operationId: 'plain', ...plain }, post: { operationId: 'make', ...plain } },
    })
    const told = async (method: string, path: string) => (await transmit(mock.url, method, path, {})).text
    expect(await told('GET', '/a/b')).toBe('"plain"')
    expect(await told('POST', '/a/b')).toBe('"plain"')
    expect(await told('GET', '/a/c')).toBe('"any"')
  })

  it('may be called by pages, whatever its method', async () => {
    const mock = await mockWith({ '/a': { patch: { operationId: 'mend', ...answer({ const: 1 }) } } })
    const asked = { origin: 'https://app.example', 'access-control-request-method': 'PATCH' }
    const { headers } = await transmit(mock.url, 'OPTIONS', '/a', asked)
    expect(headers['access-control-allow-methods']?.split(', ')).toContain('PATCH')
  })

  it('has its answer made up until it fits, if there is no example', async () => {
    const schema = { type: 'object', required: ['a'], properties: { a: { type: 'string', pattern: '^[A-Z]{3}$' } } }
    const mock = await mockWith({ '/a': { get: { operationId: 'made', ...answer(schema) } } })
    expect((await transmit(mock.url, 'GET', '/a', {})).body).toMatchObject({ a: expect.stringMatching(/^[A-Z]{3}$/) })
  })

  it('takes values that look like prose for what they are', async () => {
    const schema = { enum: [{ title: 'a' }] }
    const requestBody = { required: true, content: { 'application/json': { schema } } }
    const mock = await mockWith({ '/a': { post: { operationId: 'told', requestBody, ...answer({ const: 1 }) } } })
    expect((await transmit(mock.url, 'POST', '/a', {}, { title: 'a' })).statusLine).toBe('200')
    expect((await transmit(mock.url, 'POST', '/a', {}, { title: 'b' })).statusLine).toBe('400 VALIDATION_ERROR')
  })

  it('asks at least for the header of a security scheme that is not ours', async () => {
    const contract = changed((paths, { securitySchemes }) => {
      securitySchemes.other = { type: 'apiKey', in: 'header', name: 'X-Other' }
      paths['/a'] = { get: { operationId: 'kept', security: [{ other: [] }], ...answer({ const: 1 }) } }
    })
    const mock = await mockOf(contract)
    expect((await transmit(mock.url, 'GET', '/a', {})).statusLine).toBe('401 UNAUTHENTICATED')
    expect((await transmit(mock.url, 'GET', '/a', { 'x-other': 'any' })).statusLine).toBe('200')
  })
})

describe('createMock', () => {
  it('takes the path of a contract, too, and takes our own by default', async () => {
    const [ours, named] = [await mockOf(), await mockOf(contractFile)]
    expect(ours.scenarios).toEqual(scenarios)
    expect(named.scenarios).toEqual(scenarios)
  })

  it('says where a contract in a file is wrong', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mock-'))
    try {
      const file = join(folder, 'contract.yaml')
      await writeFile(file, 'openapi: 3.1.0\npaths: [\n')
      await expect(createMock({ contract: file })).rejects.toThrow(/contract\.yaml:3:1: /)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('leaves the document alone', async () => {
    const contract = readContract()
    await ask((await mockOf(contract)).url, 'login', { prefer: 'dynamic=true' })
    expect(contract).toEqual(readContract())
  })

  it('starts as many as are wanted, each for itself', async () => {
    const contract = changed((paths) => {
      paths['/auth/login'].post.responses[200].content['application/json'].examples.login.value.user.name = 'Another'
    })
    const [ours, other] = [await mockOf(), await mockOf(contract)]
    expect(ours.url).not.toBe(other.url)
    const [one, two] = [await ask(ours.url, 'login'), await ask(other.url, 'login')]
    expect([one.body.user?.name, two.body.user?.name]).toEqual(['Olivia Owner', 'Another'])
    await ours.use(contract)
    expect((await ask(ours.url, 'login')).body.user?.name).toBe('Another')
    expect(ours.scenarios).toEqual(other.scenarios)
  })

  it('frees its port and its connections when it is closed', async () => {
    const mock = await mockOf()
    const port = Number(new URL(mock.url).port)
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const ended = once(socket.resume(), 'close')
    await mock.close(0)
    await ended
    const next = createServer().listen(port, '127.0.0.1')
    await once(next, 'listening')
    next.close()
  })

  it('waits half a second at most for a request that was made to hang, when it is closed', async () => {
    const mock = await mockOf()
    const hanging = ask(mock.url, 'login', { prefer: 'fault=hang' }).catch(({ code }) => code)
    await ask(mock.url, 'login')
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await mock.close()
    const pauses = timers.mock.calls.map(([, pause = 0]) => pause)
    timers.mockRestore()
    expect(pauses).toEqual([500])
    expect(await hanging).toBe('ECONNRESET')
  })

  it('refuses a port in use', async () => {
    const port = Number(new URL((await mockOf()).url).port)
    await expect(createMock({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})
