/** Three servers on one PostgreSQL database behave as one; `history/` has what they answer to changes of the same records. */
import { demo } from '@monitoring-service/contract'
import { demoDataFile } from '@monitoring-service/contract/files'
import { hash } from 'bcryptjs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readDataFile } from '../../../server/store/data-file.ts'
import { openStore } from '../../../server/store/open.ts'
import { emptyData } from '../../../server/store/records.ts'
import type { Store } from '../../../server/store/store.ts'
import { account } from '../../../server/store/suite/sample-data.ts'
import { bearer } from '../../support/bearer.ts'
import { makeDatabase } from '../../support/postgres/database.ts'
import { atOnce, type RawResponse, tally, transmit } from '../../support/raw-http.ts'
import { type ServerProcess, startServerProcesses } from './history/server-process.ts'

let database: Awaited<ReturnType<typeof makeDatabase>>
let servers: ServerProcess[] = []
let store: Store
beforeAll(async () => {
  database = await makeDatabase()
  servers = await startServerProcesses(3, database.url)
  store = await openStore(database.url)
}, 60_000)
afterAll(async () => {
  for (const server of servers) await server.kill()
  await store.close()
  await database.remove()
})

const password = 'a-good-password'
const rounds = (count: number) => Array.from({ length: count }, (_, i) => i)

/** Sends concurrent requests on open database connections, spread over the servers. */
async function sendAll(count: number, send: (url: string, i: number) => Promise<RawResponse>): Promise<RawResponse[]> {
  const urlOf = (i: number) => servers[i % servers.length]?.url ?? ''
  const admin = { 'x-admin-api-key': demo.adminApiKey }
  await atOnce(30, (i) => transmit(urlOf(i), 'GET', '/admin/deletion-requests', admin))
  return atOnce(count, (i) => send(urlOf(i), i))
}

/** Makes a team on a paid plan, and returns the credentials of its owner. */
async function makeTeam(id: string): Promise<{ authorization: string }> {
  const [owner, team] = account(id, { passwordHash: await hash(password, 4) })
  await store.load({ ...emptyData(), users: [owner], teams: [{ ...team, plan: 'pro' }] })
  return bearer(id)
}

it('three servers that start at once on an empty database load the data file once', async () => {
  const { users } = await readDataFile(demoDataFile, new Date())
  const emails = (await store.dump()).users.map(({ email }) => email)
  expect(emails.toSorted()).toEqual(users.map(({ email }) => email).toSorted())
})

it('the results of concurrent resets add up to the number of rows, without deadlock', { tags: ['P61'] }, async () => {
  const headers = await makeTeam('resetter')
  const [monitorIds, teamId] = [['both-a', 'both-b'], 'team-of-resetter']
  const monitors = monitorIds.map((id) => ({ id, teamId }))
  // The same monitors in both orders: locking rows in the order of the service would deadlock.
  const services = [monitorIds, monitorIds.toReversed()].map((ids, i) => ({ id: `both${i}`, teamId, monitorIds: ids }))
  await store.load({ ...emptyData(), monitors, services })
  const targets = ['services/both0', 'monitors/both-b', 'services/both1', 'monitors/both-a']
  for (const round of rounds(10)) {
    const dates = rounds(30).map((i) => new Date(Date.UTC(2000 + round, 0, 1 + i)).toISOString().slice(0, 10))
    const dailyStats = monitorIds.flatMap((monitorId) => dates.map((date) => ({ monitorId, date })))
    await store.load({ ...emptyData(), dailyStats })
    const responses = await sendAll(24, (url, i) => {
      const before = i < 12 ? dates[i * 2] : '2999-01-01'
      return transmit(url, 'DELETE', `/api/v1/${targets[i % 4]}/stats?before=${before}`, headers)
    })
    expect(tally(responses)).toEqual({ 200: 24 })
    expect(responses.reduce((sum, { body }) => sum + (body.deletedCount ?? Number.NaN), 0)).toBe(60)
  }
})

it('all servers together check ten wrong passwords, and then reject every login', { tags: ['P42'] }, async () => {
  await makeTeam('guessed')
  const login = (url: string, password: string) =>
    transmit(url, 'POST', '/auth/login', {}, { email: 'guessed@example.com', password })
  const responses = await sendAll(30, (url, i) => login(url, `wrong-password-${i}`))
  expect(tally(responses)).toEqual({ '401 INVALID_CREDENTIALS': 10, '429 RATE_LIMITED': 20 })
  expect(tally(await sendAll(3, (url) => login(url, password)))).toEqual({ '429 RATE_LIMITED': 3 })
})
