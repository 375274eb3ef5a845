/** A server for the tests of one file; each test starts with fresh demo data and a fixed clock. */
import type { OutgoingHttpHeaders } from 'node:http'
import { demo, operations } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { hash } from 'bcryptjs'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createTokens } from '../../server/auth/tokens.ts'
import { parseData } from '../../server/store/parse-data.ts'
import type { Data, User } from '../../server/store/records.ts'
import type { Store } from '../../server/store/store.ts'
import { startInProcess } from './in-process-server.ts'
import type { Replacement } from './inspected-server.ts'
import { type RawResponse, transmit } from './raw-http.ts'
import { type ServerProcess, startServerProcess } from './spawned-server.ts'

export const second = 1000
export const minute = 60 * second
export const day = 24 * 60 * minute

/** Ids of the demo data, by their use in tests. */
export const ids = {
  acme: '01J0000000000000000TEAM001',
  solo: '01J0000000000000000TEAM002',
  manual: '01J0000000000001NC1DENT001',
  withCause: '01J0000000000001NC1DENT002',
  manualResolved: '01J0000000000001NC1DENT003',
  auto: '01J0000000000001NC1DENT004',
  autoResolved: '01J0000000000001NC1DENT005',
  foreignIncident: '01J0000000000001NC1DENT007',
  monitor: '01J0000000000000M0N1T0R001',
  freeMonitor: '01J0000000000000M0N1T0R004',
  foreignMonitor: '01J0000000000000M0N1T0R005',
  service: '01J0000000000000SERV1CE001',
  foreignService: '01J0000000000000SERV1CE004',
}

/** bcrypt's least work factor. */
const bcryptCost = 4

/** The verification code of the demo's OAuth user. */
export const verificationCode = '246810'

/** Method and path, with an unknown id, of every operation with bearer authentication. */
export const bearerOperations: [method: string, path: string][] = Object.values(operations)
  .filter(({ security }) => security?.scheme === 'bearerAuth')
  .map(({ method, path }) => [method, path.replace(/\{\w+\}/g, 'unknown')])

export interface Message {
  /** A demo user's e-mail, whose token is sent. */
  as?: string
  headers?: OutgoingHttpHeaders
  /** Text and bytes are sent unchanged, other values as JSON. */
  body?: unknown
}

/** Registers a server for all tests of a file. */
export function useServer() {
  let child: ServerProcess
  let clock: Date
  let tokens: Awaited<ReturnType<typeof createTokens>>
  let records: Data
  let reports: Record<string, unknown>[] = []

  const server = {
    url: '',
    now: () => clock,
    async advanceClock(milliseconds: number) {
      clock = new Date(clock.getTime() + milliseconds)
      await child.call('setClock', clock)
    },
    /** How many hashes and comparisons were made since the test's start or the last call. */
    countWork: () => child.call('countWork'),
    countComparisons: async () => (await child.call('countWork')).compare,
    /** The log of this test, one entry per request. */
    async reports() {
      reports.push(...(await child.call('readLog')))
      return reports
    },
    /** All records. */
    data: (): Promise<Data> => child.dump(),
    /** Changes records directly, as an operator could. */
    async edit(change: (data: Data) => unknown) {
      const data = await child.dump()
      change(data)
      await child.call('reset', data, clock)
    },
    editUser: (email: string, change: Partial<User>) =>
      server.edit(({ users }) => Object.assign(users.find((user) => user.email === email) as User, change)),
    findUser: async (email: string) => (await child.dump()).users.find((user) => user.email === email),
    /** Replaces one method of the store, or every one, for the rest of the test. */
    replace: (method: keyof Store | 'any', by: Replacement) => child.call('replace', method, by),
    /** Deletes the users who are due; returns their number. */
    purge: () => child.purge(clock),
    findLeaks: () => child.call('findLeaks'),
    setZone: (zone: string) => child.call('setZone', zone),
    hash: (secret: string) => hash(secret, bcryptCost),
    async issue(email: string) {
      const user = demoData.users.find((user) => user.email === email)
      if (!user) throw new Error(`the demo data has no user ${email}`)
      return tokens.issue(user.id)
    },
    async send(method: string, path: string, { as, headers = {}, body }: Message = {}): Promise<RawResponse> {
      const authorization = as && { Authorization: `Bearer ${(await server.issue(as)).accessToken}` }
      return transmit(server.url, method, path, { ...authorization, ...headers }, body)
    },
    login: (email: string, password: string = demo.password) =>
      server.send('POST', '/auth/login', { body: { email, password } }),
    listDeletionRequests: (query = '') =>
      server.send('GET', `/admin/deletion-requests${query}`, { headers: { 'X-Admin-Api-Key': demo.adminApiKey } }),
  }

  beforeAll(async () => {
    child = await startServerProcess('memory:', {}, 'info', startInProcess)
    server.url = child.url
    tokens = await createTokens(demo.tokenSecret, () => clock)
    clock = new Date(demoData.asOf)
    records = await readDemoRecords(clock)
  })
  beforeEach(async () => {
    clock = new Date(demoData.asOf)
    reports = []
    await child.call('reset', records, clock)
  })
  afterAll(async () => {
    child?.signal('SIGKILL')
    await child?.ended
  })
  return server
}

/** The demo data with cheaper hashes. */
async function readDemoRecords(now: Date): Promise<Data> {
  const records = parseData(JSON.stringify(demoData), now)
  const [passwordHash, codeHash] = [await hash(demo.password, bcryptCost), await hash(verificationCode, bcryptCost)]
  for (const user of records.users) {
    if (user.passwordHash) user.passwordHash = passwordHash
    if (user.verification) user.verification.codeHash = codeHash
  }
  return records
}
