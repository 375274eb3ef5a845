/** The mock with contracts whose operations were changed or whose names differ. */
import { demo } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import { createMock } from '@monitoring-service/mock'
import { describe, expect, it } from 'vitest'
import { transmit } from '../support/raw-http.ts'
import { ids } from '../support/server.ts'
import { call, changed, mockOf, type Node, resolve } from './changed-contract.ts'
import { sendUsual } from './send.ts'

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
