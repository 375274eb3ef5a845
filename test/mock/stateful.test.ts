/** A mock with memory remembers what was done, keeps to the document, and forgets on request. */
import { writeFile } from 'node:fs/promises'
import { demo } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { createMock, type Mock } from '@monitoring-service/mock'
import { connectMock } from '@monitoring-service/mock/client'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { Result } from '../../conformance/report/result.ts'
import { checkRecords, recordsAt } from '../../mock/records.ts'
import { runKit } from '../conformance/kit-harness.ts'
import { it } from '../support/folder-test.ts'
import { transmit } from '../support/raw-http.ts'
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

it('keeps to the document in generated sequences of calls, as the conformance kit judges', async ({ folder }) => {
  const { teams, users, incidents, monitors, services, dailyStats } = demoData
  const accounts = users.filter(({ passwordHash, deletionRequestedAt }) => passwordHash && !deletionRequestedAt)
  const fixtures = {
    teams: teams.map(({ id, plan }) => ({ id, plan: plan === 'free' ? 'free' : 'paid' })),
    accounts: accounts.map(({ id, teamId, email, role }) => {
      return { id, teamId, email, role, password: demo.password, scope: role === 'viewer' ? 'read' : 'write' }
    }),
    incidents: incidents.map(({ id, teamId, type, status }) => ({ id, teamId, type, status })),
    monitors: monitors.map(({ id, teamId }) => ({
      id,
      teamId,
      days: dailyStats.flatMap(({ monitorId, date }) => (monitorId === id ? [date] : [])),
    })),
    services: services.map(({ id, teamId, monitorIds }) => ({ id, teamId, monitorIds })),
  }
  const file = folder.at('fixtures.yaml')
  await writeFile(file, JSON.stringify(fixtures))
  const words = '--only EXPLORE,INC --explore 1 --seed 1 --json'.split(' ')
  const { out } = await runKit(mock.url, '--fixtures', file, '--admin-key', demo.adminApiKey, ...words)
  const { counts, checks } = JSON.parse(out)
  expect(counts.sound).toMatchObject({ pass: expect.any(Number) })
  expect(counts.sound).not.toHaveProperty('fail')
  expect(counts.documented).not.toHaveProperty('fail')
  const asserted = checks.map(({ asserted }: Result['checks'][number]) => asserted.documented ?? 0)
  expect(Math.max(...asserted)).toBeGreaterThan(100)
})
