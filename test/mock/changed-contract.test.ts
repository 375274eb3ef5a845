/** The mock with contracts whose names differ. */
import { demo } from '@monitoring-service/contract'
import { describe, expect, it } from 'vitest'
import { transmit } from '../support/raw-http.ts'
import { changed, mockOf, type Node } from './changed-contract.ts'

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
