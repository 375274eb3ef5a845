/** A mock with memory answers sequences of requests as the server does, and forgets on request. */
import { writeFile } from 'node:fs/promises'
import { contract, demo, type Scenario, scenarios } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { toRequest } from '@monitoring-service/contract/requests'
import { createMock, type Mock } from '@monitoring-service/mock'
import { connectMock } from '@monitoring-service/mock/client'
import { credentialsOf } from '@monitoring-service/mock/credentials'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { checkRecords, recordsAt } from '../../mock/records.ts'
import { startServerTarget } from '../agreement/targets.ts'
import { it } from '../support/folder-test.ts'
import { type RawResponse, transmit } from '../support/raw-http.ts'
import { ids } from '../support/server.ts'
import { credentialHeaders } from './send.ts'

let mock: Mock
beforeAll(async () => {
  mock = await createMock({ stateful: true })
})
afterAll(() => mock.close(0))

async function call(method: string, path: string, body?: unknown, session = 'own', caller = 'admin@acme.example') {
  const headers = { ...(await credentialHeaders(caller)), 'mock-session': session }
  return (await transmit(mock.url, method, path, headers, body)).statusLine
}
const path = `/api/v1/incidents/${ids.manual}`

it('remembers what was done, in each session for itself, until reset', async () => {
  expect(await call('PUT', `${path}/resolve`)).toBe('200')
  expect(await call('PUT', `${path}/resolve`)).toBe('409 INCIDENT_ALREADY_RESOLVED')
  expect(await call('PUT', `${path}/resolve`, undefined, 'other')).toBe('200')
  expect(await call('DELETE', path)).toBe('204')
  expect(await call('DELETE', path)).toBe('404 INCIDENT_NOT_FOUND')
  await connectMock(mock.url, { session: 'own' }).reset()
  expect(await call('DELETE', path)).toBe('204')
})

it('knows users who have signed up', async () => {
  const credentials = { email: 'grace@navy.example', password: 'any password' }
  const post = (path: string, body: object) => transmit(mock.url, 'POST', path, { 'mock-session': 'signup' }, body)
  expect((await post('/auth/signup', credentials)).statusLine).toBe('201')
  expect((await post('/auth/signup', credentials)).statusLine).toBe('409 EMAIL_ALREADY_REGISTERED')
  expect((await post('/auth/login', credentials)).statusLine).toBe('200')
  expect((await post('/auth/login', { ...credentials, password: demo.password })).statusLine).toBe(
    '401 INVALID_CREDENTIALS',
  )
})

it('begins with own records, in the format of the command load, and with them again after a reset', async ({
  folder,
}) => {
  const { users, ...lists } = structuredClone(demoData)
  const own = users.filter(({ email }) => email === 'viewer@acme.example')
  const data = {
    ...lists,
    users: own.map((user) => ({ ...user, email: 'grace@navy.example', role: 'owner' as const })),
  }
  const file = folder.at('data.json')
  await writeFile(file, JSON.stringify(data))
  const custom = await createMock({ stateful: true, data: file })
  onTestFinished(() => custom.close(0))
  const logIn = async (email: string) =>
    (await transmit(custom.url, 'POST', '/auth/login', {}, { email, password: demo.password })).statusLine
  expect([await logIn('grace@navy.example'), await logIn('owner@acme.example')]).toEqual([
    '200',
    '401 INVALID_CREDENTIALS',
  ])
  await custom.reset()
  expect(await logIn('grace@navy.example')).toBe('200')
})

it('completes own records once, so that they are the same in each session', () => {
  const [team] = demoData.teams
  const text = checkRecords(JSON.stringify({ ...demoData, incidents: [{ teamId: team?.id }] }), true)
  const [first, second] = [recordsAt(new Date(), text), recordsAt(new Date(), text)].map(({ incidents }) => incidents)
  expect(first).toMatchObject([{ teamId: team?.id, type: 'manual', status: 'open' }])
  expect(first?.map(({ id }) => id)).toEqual(second?.map(({ id }) => id))
})

it('refuses records that are invalid, or that no memory keeps', async () => {
  await expect(createMock({ data: {} })).rejects.toThrow('data needs stateful')
  const teams = [{ id: 'T1', name: 'Navy', plan: 'gold' as 'pro', createdAt: '2025-01-01T00:00:00.000Z' }]
  await expect(createMock({ stateful: true, data: { teams } })).rejects.toThrow(/^data: .*plan/)
  await expect(createMock({ stateful: true, data: '/nowhere.json' })).rejects.toThrow('/nowhere.json')
})

/** What two responses to one request have in common: no tokens, and neither times nor ids that are new. */
function comparable({ statusLine, text }: RawResponse) {
  const isNew = (key: string, value: unknown) =>
    /At$|Token$/.test(key) || (/^(?:id|teamId)$/.test(key) && !JSON.stringify(demoData).includes(`"${value}"`))
  const body = text && JSON.parse(text, (key, value) => (isNew(key, value) ? '*' : value))
  // Requests of one moment have no order in the listing.
  body?.data?.sort((one: { userEmail: string }, other: typeof one) => (one.userEmail < other.userEmail ? -1 : 1))
  return { statusLine, body }
}

it('answers random sequences of the scenarios as the server does', async () => {
  const server = await startServerTarget()
  onTestFinished(() => server.close())
  const session = { 'mock-session': 'sequences' }
  const send = async (url: string, now: Date, scenario: Scenario) => {
    const { method, target, headers, body } = toRequest(scenario, contract, await credentialsOf(scenario, now), false)
    return comparable(await transmit(url, method, target, { ...headers, ...session }, body))
  }
  // Those that change something, or depend on a change.
  const usual = scenarios.filter(({ status, send, given }) => {
    return [200, 201, 204, 409, 429].includes(status) && Object.keys(send).length === 0 && !given.store
  })
  const property = fc.asyncProperty(fc.array(fc.constantFrom(...usual), { maxLength: 12 }), async (sequence) => {
    await server.prepare({ given: {} })
    await connectMock(mock.url, { session: session['mock-session'] }).reset()
    for (const scenario of sequence) {
      for (let i = 0; i <= (scenario.given.repeats ?? 0); i++) {
        const answers = [send(server.url, server.now(), scenario), send(mock.url, new Date(), scenario)]
        const [expected, received] = await Promise.all(answers)
        expect(received, scenario.name).toEqual(expected)
      }
    }
  })
  await fc.assert(property, { seed: 1, numRuns: 40, includeErrorInReport: true })
}, 60_000)
