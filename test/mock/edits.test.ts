/** Edits of the contract while the mock runs, each made and undone. */
import { demo } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import { createMock, type Mock } from '@monitoring-service/mock'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transmit } from '../support/raw-http.ts'
import { ids } from '../support/server.ts'
import { call, type Node, resolve } from './changed-contract.ts'
import { sendUsual } from './send.ts'

type Edit = (paths: Node, components: Node, document: Node) => unknown

let mock: Mock
beforeAll(async () => {
  mock = await createMock()
})
afterAll(() => mock.close(0))

const statusOf = async (response: Promise<{ statusLine: string }>) => (await response).statusLine
const send = (method: string, path: string, body?: object) => statusOf(transmit(mock.url, method, path, {}, body))
const put = (id: string, caller?: string) => call(mock, 'PUT', resolve.replace('{id}', id), caller)
const resolveAs = (caller: string, id = ids.manual) => statusOf(put(id, caller))
const resolveAgain = () => resolveAs('member@acme.example', ids.manualResolved)
const usual = () => sendUsual(mock.url, 'resolveIncident')
const logIn = (more = {}) =>
  send('POST', '/auth/login', { email: 'owner@acme.example', password: demo.password, ...more })
const json = (paths: Node, status: number) => paths[resolve].put.responses[status].content['application/json']
const dropConflict: Edit = (paths) => {
  delete paths[resolve].put.responses[409]
  delete paths[resolve].put.parameters[0].examples.alreadyResolved
}
const moveConflict: Edit = (paths, { schemas }) => {
  const { responses } = paths[resolve].put
  responses[422] = responses[409]
  delete responses[409]
  const { schema, examples } = json(paths, 422)
  const { error } = (schema.$ref ? schemas[schema.$ref.split('/').at(-1)] : schema).properties
  error.properties.status = { const: 422 }
  for (const { value } of Object.values(examples) as Node[]) value.error.status = 422
}
const renameEmail: Edit = (paths, { schemas }) => {
  const { properties, required } = schemas.LoginRequest
  rename(properties, 'email', 'mail')
  required[required.indexOf('email')] = 'mail'
  const { examples } = paths['/auth/login'].post.requestBody.content['application/json']
  for (const { value } of Object.values(examples) as Node[]) if ('email' in value) rename(value, 'email', 'mail')
}
const logInBy = async (name: string) => {
  const body = { [name]: 'unknown@new.example', password: 'in no example' }
  const { statusLine, headers } = await transmit(mock.url, 'POST', '/auth/login', {}, body)
  return [statusLine, headers['mock-scenario']]
}
const listBy = (header: string) =>
  statusOf(transmit(mock.url, 'GET', '/admin/deletion-requests', { [header]: demo.adminApiKey }))
const curlLines = async () => (await transmit(mock.url, 'GET', '/_mock/scenarios', {})).text
const rename = (object: Node, from: string, to: string) => {
  object[to] = object[from]
  delete object[from]
}

it.each<[string, Edit, () => Promise<unknown>, edited: unknown, original: unknown]>([
  [
    'an added operation',
    (paths) => Object.assign(paths, { '/ping': { get: { operationId: 'ping', responses: { 204: {} } } } }),
    () => send('GET', '/ping'),
    '204',
    '404 NOT_FOUND',
  ],
  ['a removed operation', (paths) => delete paths['/auth/login'], logIn, '404 NOT_FOUND', '200'],
  ['a moved operation', (paths) => rename(paths, '/auth/login', '/log-in'), logIn, '404 NOT_FOUND', '200'],
  ['another method', (paths) => rename(paths['/auth/login'], 'post', 'put'), logIn, '405 METHOD_NOT_ALLOWED', '200'],
  [
    'an added field',
    (_, { schemas }) => Object.assign(schemas.LoginRequest.properties, { device: { type: 'string' } }),
    () => logIn({ device: 'phone' }),
    '200',
    '400 VALIDATION_ERROR',
  ],
  [
    'an added scenario',
    (paths) => {
      const { examples } = json(paths, 200)
      examples.another = examples.resolveWithCause
    },
    async () => mock.scenarios.filter(({ name }) => name === 'another').length,
    1,
    0,
  ],
  [
    'a changed example',
    (paths) => Object.assign(json(paths, 200).examples.resolveWithCause.value.incident, { cause: 'Another' }),
    async () => (await usual()).body.incident?.cause === 'Another',
    true,
    false,
  ],
  [
    'a changed message',
    (paths) => {
      for (const { value } of Object.values(json(paths, 409).examples) as Node[]) value.error.message = 'It is over.'
    },
    async () => (await put(ids.autoResolved)).body.error?.message === 'It is over.',
    true,
    false,
  ],
  ['a changed status', moveConflict, resolveAgain, '422 INCIDENT_ALREADY_RESOLVED', '409 INCIDENT_ALREADY_RESOLVED'],
  [
    'a removed response',
    dropConflict,
    resolveAgain,
    expect.stringMatching(/^(200|404 .*)$/),
    '409 INCIDENT_ALREADY_RESOLVED',
  ],
  [
    'another scope',
    (paths) => Object.assign(paths[resolve].put, { security: [{ bearerAuth: ['read'] }] }),
    () => resolveAs('viewer@acme.example', ids.auto),
    '200',
    '403 INSUFFICIENT_SCOPE',
  ],
  [
    'a renamed field, by the scenario with the most similar request',
    renameEmail,
    async () => [await logInBy('mail'), await logInBy('email')],
    [
      ['200', 'login'],
      ['400 VALIDATION_ERROR', undefined],
    ],
    [
      ['400 VALIDATION_ERROR', undefined],
      ['401 INVALID_CREDENTIALS', undefined],
    ],
  ],
  [
    'a renamed header of the admin key, in curl lines too',
    (_, { securitySchemes }) => Object.assign(securitySchemes.adminApiKey, { name: 'X-Other-Key' }),
    async () => [await listBy('x-other-key'), await listBy('x-admin-api-key'), /X-Other-Key: /.test(await curlLines())],
    ['200', '401 INVALID_ADMIN_KEY', true],
    ['401 INVALID_ADMIN_KEY', '200', false],
  ],
  [
    'a lower limit of the body',
    (_paths, _components, document) => Object.assign(document['x-limits'], { bodyBytes: 10 }),
    logIn,
    '413 PAYLOAD_TOO_LARGE',
    '200',
  ],
])('The running mock serves %s, and what was before when it is undone', async (_, edit, ask, edited, original) => {
  const document: Node = readContract()
  edit(document.paths, document.components, document)
  await mock.use(document)
  expect(await ask()).toEqual(edited)
  await mock.use(readContract())
  expect(await ask()).toEqual(original)
})

it('The running mock refuses a bound that examples exceed, and keeps what was before', async () => {
  const document: Node = readContract()
  document.components.schemas.LoginRequest.properties.password = { type: 'string', maxLength: 3 }
  await expect(mock.use(document)).rejects.toThrow('login does not match its schema: password must NOT have')
  expect(await logIn()).toBe('200')
})
