/** What a Prefer header asks of the mock, as Prism's users know it (RFC 7240). */
import { type OperationId, operations, scenarios } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import { createMock, type Mock } from '@monitoring-service/mock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listResponses } from '../../contract/lint/locate.ts'
import { createSchemaValidator } from '../../contract/lint/schema-validator.ts'
import { transmit } from '../support/raw-http.ts'
import { compare } from '../whole/agreement/compare.ts'
import { ofOperation, operationIds, sendUsual } from './send.ts'

let mock: Mock
beforeAll(async () => {
  mock = await createMock()
})
afterAll(() => mock.close(0))

const resolved = '/api/v1/incidents/01J0000000000001NC1DENT003/resolve'

describe.each(operationIds)('By Prefer alone, %s', (operationId) => {
  it.each(ofOperation(operationId).map((scenario) => [scenario.name, scenario] as const))(
    'plays %s',
    async (name, scenario) => {
      const sent = { prefer: `example=${name}`, 'x-request-id': name }
      const { headers, text, body } = await sendUsual(mock.url, operationId, sent)
      const response = { status: scenario.status, headers: headers as Record<string, string>, body: text }
      const exchange = { method: '', url: '', headers: sent, body: undefined }
      const problems = compare(scenario, { started: new Date(), duration: 0, request: exchange, response })
      expect(problems).toEqual([])
      expect(text === '' ? undefined : body).toEqual(scenario.response)
      expect(headers).toMatchObject({ 'mock-scenario': name, 'preference-applied': `example=${name}` })
    },
  )

  it('gives the first example of each status', async () => {
    for (const status of Object.keys(operations[operationId].responses)) {
      const { statusLine, headers } = await sendUsual(mock.url, operationId, { prefer: `code=${status}` })
      const first = ofOperation(operationId).find((scenario) => scenario.status === Number(status))
      expect(statusLine).toBe([status, first?.code].filter(Boolean).join(' '))
      expect(headers).toMatchObject({ 'mock-scenario': first?.name, 'preference-applied': `code=${status}` })
    }
  })

  it('refuses an example that it does not have, and lists those that it has', async () => {
    const { statusLine, headers, body } = await sendUsual(mock.url, operationId, { prefer: 'example=nope' })
    expect(statusLine).toBe('400 VALIDATION_ERROR')
    const names = ofOperation(operationId).map(({ name }) => name)
    const [, listed] = /^\w+ has no example nope; it has (.*)$/.exec(body.error?.message ?? '') ?? []
    expect(listed).toBe(names.join(', '))
    for (const name of ['mock-scenario', 'preference-applied']) expect(headers).not.toHaveProperty(name)
  })
})

describe('Values made up by Prefer: dynamic=true', async () => {
  const places = listResponses(readContract())
  const bodies = places.filter(({ node }) => node.content)
  const schemaOf = ({ pointer }: (typeof places)[number]) => [...pointer, 'content', 'application/json', 'schema']
  const judge = await createSchemaValidator(readContract(), bodies.map(schemaOf))

  it.each(places.map((place) => [place.operationId as OperationId, place.status, place] as const))(
    'fit the schema of %s with %s',
    async (operationId, status, place) => {
      const prefer = `code=${status}, dynamic=true`
      for (let i = 0; i < 3; i++) {
        const { statusLine, headers, text, body } = await sendUsual(mock.url, operationId, { prefer })
        expect(statusLine).toMatch(new RegExp(`^${status}\\b`))
        expect(headers['preference-applied']).toBe(prefer)
        if (!place.node.content) expect(text).toBe('')
        else expect(judge(schemaOf(place), body)).toEqual([])
      }
    },
  )

  it('differ from one request to the next', async () => {
    const pages = await Promise.all(
      Array.from({ length: 5 }, () => sendUsual(mock.url, 'listDeletionRequests', { prefer: 'dynamic=true' })),
    )
    expect(new Set(pages.map(({ text }) => text)).size).toBeGreaterThan(1)
  })
})

describe('A Prefer header', () => {
  const [usual, conflict] = ['200', '409 INCIDENT_ALREADY_RESOLVED']
  it.each([
    ['code=409', conflict, 'code=409'],
    ['example=alreadyResolved', conflict, 'example=alreadyResolved'],
    ['code=409, example=alreadyResolved', conflict, 'code=409, example=alreadyResolved'],
    ['CODE=409', conflict, 'code=409'],
    ['code = "409"', conflict, 'code=409'],
    ['code=409; foo=bar', conflict, 'code=409'],
    ['respond-async, wait=10, code=409', conflict, 'code=409'],
    ['code=409, code=404', conflict, 'code=409'],
    ['code=abc, code=409', usual, undefined],
    ['delay=0, code=409', conflict, 'delay=0, code=409'],
    ['delay=0', usual, 'delay=0'],
    ['dynamic=true, example=alreadyResolved', conflict, 'example=alreadyResolved'],
    ['code=abc', usual, undefined],
    ['code=0409', usual, undefined],
    ['code=', usual, undefined],
    ['code', usual, undefined],
    ['example=', usual, undefined],
    ['dynamic', usual, undefined],
    ['dynamic=yes', usual, undefined],
    ['dynamic=false', usual, undefined],
    ['delay=soon', usual, undefined],
    ['delay=-1', usual, undefined],
    ['fault=fire', usual, undefined],
    ['__proto__=1, constructor=2', usual, undefined],
    [', ; = ,,', usual, undefined],
    ['', usual, undefined],
  ])('%j is answered with %s, and said to be followed: %s', async (prefer, statusLine, applied) => {
    const answer = await sendUsual(mock.url, 'resolveIncident', { prefer })
    expect([answer.statusLine, answer.headers['preference-applied']]).toEqual([statusLine, applied])
  })

  it('may be sent in several lines', async () => {
    const { statusLine } = await sendUsual(mock.url, 'resolveIncident', {
      prefer: ['respond-async', 'example=alreadyResolved'],
    })
    expect(statusLine).toBe(conflict)
  })

  it('asks in vain for a status that is not declared, and is told those that are', async () => {
    const { statusLine, body } = await sendUsual(mock.url, 'resolveIncident', { prefer: 'code=418' })
    expect(statusLine).toBe('400 VALIDATION_ERROR')
    expect(body.error?.message).toBe(
      `resolveIncident has no response with status 418; it has ${Object.keys(operations.resolveIncident.responses).join(', ')}`,
    )
  })

  it('asks in vain for an example of another status, and is told those of this one', async () => {
    const { statusLine, body } = await sendUsual(mock.url, 'resolveIncident', {
      prefer: 'code=409, example=resolveWithCause',
    })
    expect(statusLine).toBe('400 VALIDATION_ERROR')
    const names = scenarios.filter((scenario) => scenario.operationId === 'resolveIncident' && scenario.status === 409)
    expect(body.error?.message).toMatch(new RegExp(`it has ${names.map(({ name }) => name).join(', ')}$`))
  })

  it('does not make a bad request good', async () => {
    const prefer = 'example=resolveWithCause'
    const anonymous = await transmit(mock.url, 'PUT', resolved, { prefer })
    const invalid = await sendUsual(mock.url, 'resolveIncident', { prefer, 'content-type': 'text/plain' })
    expect([anonymous.statusLine, invalid.statusLine]).toEqual(['401 UNAUTHENTICATED', '415 UNSUPPORTED_MEDIA_TYPE'])
    for (const { headers } of [anonymous, invalid]) expect(headers).not.toHaveProperty('preference-applied')
  })
})
