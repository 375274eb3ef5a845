/** A server for the tests of one file: a process of its own, which each test finds with fresh demo data and a clock that stands. */
import type { OutgoingHttpHeaders } from 'node:http'
import { demo } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { hash } from 'bcryptjs'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createTokens } from '../../server/auth/tokens.ts'
import { parseData } from '../../server/store/data-file.ts'
import type { Data } from '../../server/store/records.ts'
import type { Store } from '../../server/store/store.ts'
import { type RawResponse, transmit } from './raw-http.ts'
import { type Subject, startSubject } from './spawned-server.ts'
import type { Instead } from './spawned-server-main.ts'

export const second = 1000
export const minute = 60 * second
export const day = 24 * 60 * minute

/** What the demo data has, by what it is good for. */
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

/** Of bcrypt's work, the least. */
const quick = 4

/** The verification code of the demo's OAuth user. */
export const code = '246810'

/** Every operation that a bearer token opens, with an object that is not there. */
export const bearerOperations: [method: string, path: string][] = [
  ['PUT', '/api/v1/incidents/unknown/resolve'],
  ['DELETE', '/api/v1/incidents/unknown'],
  ['POST', '/dashboard/account/delete'],
  ['DELETE', '/api/v1/services/unknown/stats'],
  ['DELETE', '/api/v1/monitors/unknown/stats'],
]

export interface Message {
  /** A demo user's e-mail, whose token is sent. */
  as?: string
  headers?: OutgoingHttpHeaders
  /** Sent as it is if it is text or bytes, otherwise as JSON. */
  body?: unknown
}

/** Registers a server for all tests of a file. */
export function useServer() {
  let subject: Subject
  let clock: Date
  let tokens: Awaited<ReturnType<typeof createTokens>>
  let records: Data
  let reports: Record<string, unknown>[] = []

  const server = {
    url: '',
    now: () => clock,
    async pass(milliseconds: number) {
      clock = new Date(clock.getTime() + milliseconds)
      await subject.ask('setClock', clock)
    },
    /** How often a password or a code was hashed and compared since the test began, or since this was asked. */
    worked: () => subject.ask('worked'),
    compares: async () => (await subject.ask('worked')).compare,
    /** The log of this test, a line for each request. */
    async reports() {
      reports.push(...(await subject.ask('logged')))
      return reports
    },
    /** All that is stored. */
    data: (): Promise<Data> => subject.dump(),
    /** Does what an operator does behind the server's back. */
    async edit(change: (data: Data) => unknown) {
      const data = await subject.dump()
      change(data)
      await subject.ask('reset', data, clock)
    },
    /** Lets a method of the store, or any, do something else for the rest of the test. */
    replace: (method: keyof Store | 'any', does: Instead) => subject.ask('replace', method, does),
    /** Deletes the users who are due; returns their number. */
    purge: () => subject.purge(clock),
    left: () => subject.ask('left'),
    setZone: (zone: string) => subject.ask('setZone', zone),
    hash: (secret: string) => hash(secret, quick),
    async issue(email: string) {
      const user = demoData.users.find((user) => user.email === email)
      if (!user) throw new Error(`the demo data has no user ${email}`)
      return tokens.issue(user.id)
    },
    async send(method: string, path: string, { as, headers = {}, body }: Message = {}): Promise<RawResponse> {
      const token = as && (await server.issue(as)).accessToken
      return transmit(
        server.url,
        method,
        path,
        { ...(token && { Authorization: `Bearer ${token}` }), ...headers },
        body,
      )
    },
    login: (email: string, password: string = demo.password) =>
      server.send('POST', '/auth/login', { body: { email, password } }),
  }

  beforeAll(async () => {
    subject = await startSubject('memory:', {}, 'info')
    server.url = subject.url
    tokens = await createTokens(demo.tokenSecret, () => clock)
    clock = new Date(demoData.asOf)
    records = await quickRecords(clock)
  })
  beforeEach(async () => {
    clock = new Date(demoData.asOf)
    reports = []
    await subject.ask('reset', records, clock)
  })
  afterAll(async () => {
    subject?.signal('SIGKILL')
    await subject?.ended
  })
  return server
}

/** The demo data, whose own hashes cost a hundred times the work. */
async function quickRecords(now: Date): Promise<Data> {
  const records = parseData(JSON.stringify(demoData), now)
  const [passwordHash, codeHash] = [await hash(demo.password, quick), await hash(code, quick)]
  for (const user of records.users) {
    if (user.passwordHash) user.passwordHash = passwordHash
    if (user.verification) user.verification.codeHash = codeHash
  }
  return records
}
