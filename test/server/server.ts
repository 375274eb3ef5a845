/** A server for the tests of one file: the real application on a real socket, with fresh demo data for each test. */
import type { OutgoingHttpHeaders } from 'node:http'
import { demo } from '@monitoring-service/contract'
import demoData from '@monitoring-service/contract/demo-data' with { type: 'json' }
import { listen, type RequestReport } from '@monitoring-service/gate/node'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createApp } from '../../server/app.ts'
import { createPasswords } from '../../server/security/passwords.ts'
import { createTokens } from '../../server/security/tokens.ts'
import { parseData } from '../../server/store/data-file.ts'
import { openLowdbStore } from '../../server/store/lowdb.ts'
import type { Data } from '../../server/store/records.ts'
import type { Store } from '../../server/store/store.ts'
import { type Answer, transmit } from './wire.ts'

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
  let close: () => Promise<void>
  let disk: Data | null
  let clock: Date
  let quickHashes: { password: string; code: string }

  const server = {
    url: '',
    /** The store as the application sees it; replace it to inject faults. */
    store: {} as Store,
    /** How often a password or a code was compared since the test began. */
    compares: 0,
    reports: [] as RequestReport[],
    now: () => clock,
    pass(milliseconds: number) {
      clock = new Date(clock.getTime() + milliseconds)
    },
    /** A copy of all that is stored. */
    data: (): Data => structuredClone(disk ?? parseData('{}', clock)),
    /** Does what an operator does behind the server's back. */
    async edit(change: (data: Data) => unknown) {
      const data = server.data()
      change(data)
      disk = data
      const write = async (written: Data) => {
        disk = structuredClone(written)
      }
      server.store = await openLowdbStore({ read: async () => structuredClone(disk), write })
    },
    hash: (secret: string) => passwords.hash(secret),
    /** Takes a place among those whose passwords are compared. */
    hold: (work: () => Promise<void>) => passwords.hold(work),
    async issue(email: string) {
      const user = demoData.users.find((user) => user.email === email)
      if (!user) throw new Error(`the demo data has no user ${email}`)
      return tokens.issue(user.id)
    },
    async send(method: string, path: string, { as, headers = {}, body }: Message = {}): Promise<Answer> {
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

  let passwords: Awaited<ReturnType<typeof createPasswords>>
  let tokens: Awaited<ReturnType<typeof createTokens>>
  beforeAll(async () => {
    passwords = await createPasswords(4)
    tokens = await createTokens(demo.tokenSecret, () => clock)
    quickHashes = { password: await passwords.hash(demo.password), code: await passwords.hash(code) }
    const app = createApp({
      store: new Proxy({} as Store, { get: (_, method: keyof Store) => server.store[method] }),
      passwords: {
        ...passwords,
        matches(...input) {
          server.compares++
          return passwords.matches(...input)
        },
      },
      tokens,
      upgradeUrl: demo.upgradeUrl,
      adminApiKey: demo.adminApiKey,
      now: () => clock,
      report: (report) => server.reports.push(report),
    })
    const listening = await listen(app, 0)
    server.url = listening.url
    close = listening.close
  })
  beforeEach(async () => {
    clock = new Date(demoData.asOf)
    disk = null
    await server.edit((data) => Object.assign(data, parseData(JSON.stringify(demoData), clock)))
    // The demo's own hashes cost a hundred times the work.
    await server.edit(({ users }) => {
      for (const user of users) {
        if (user.passwordHash) user.passwordHash = quickHashes.password
        if (user.verification) user.verification.codeHash = quickHashes.code
      }
    })
    server.compares = 0
    server.reports.length = 0
  })
  afterAll(async () => {
    await close()
    await passwords.close()
  })
  return server
}
