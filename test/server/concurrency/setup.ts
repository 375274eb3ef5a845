/** Helpers of the concurrency tests. */
import { hash } from 'bcryptjs'
import { ulid } from 'ulid'
import { openStore } from '../../../server/store/open.ts'
import { type Data, emptyData } from '../../../server/store/records.ts'
import { account } from '../../../server/store/suite/sample-data.ts'
import { bearer } from '../../support/bearer.ts'
import { transmit } from '../../support/raw-http.ts'
import type { ServerProcess } from '../../support/spawned-server.ts'

export const password = 'a-good-password'
export const day = 24 * 60 * 60 * 1000

/** Thirty days of statistics. */
export const rowsOf = (monitorId: string) =>
  Array.from({ length: 30 }, (_, i) => ({ monitorId, date: new Date(day * i).toISOString().slice(0, 10) }))

export type Helpers = ReturnType<typeof createHelpers>

export function createHelpers(subject: () => ServerProcess) {
  const dump = () => subject().dump()
  const post = (path: string, body: unknown) => transmit(subject().url, 'POST', path, {}, body)
  return {
    url: () => subject().url,
    dump,
    /** Adds the owner of a new team on a paid plan, with records of the team. */
    async makeOwner(name: string, records: (teamId: string) => Partial<Data> = () => ({})) {
      const passwordHash = await hash(password, 4)
      const [owner, team] = account(name, { id: ulid(), email: `${name}@state.example`, passwordHash })
      await subject().load({ users: [owner], teams: [{ ...team, plan: 'pro' }], ...records(team.id) })
      const headers = await bearer(owner.id)
      const send = (method: string, path: string, body?: unknown) =>
        transmit(subject().url, method, path, headers, body)
      return { owner, headers, send }
    },
    /** A second connection to the store, as an operator's command has; where a store has one only, the same one. */
    async openSecond() {
      const { storeUrl } = subject()
      if (!/^(?:sqlite|postgres)/.test(storeUrl)) return { load: subject().load, dump, close: async () => {} }
      const { load, dump: look, close } = await openStore(storeUrl)
      return { load: (records: Partial<Data>) => load({ ...emptyData(), ...records }), dump: look, close }
    },
    login: (email: string, password: string) => post('/auth/login', { email, password }),
    signup: (body: unknown) => post('/auth/signup', body),
    incidentOf: async (id: string) => (await dump()).incidents.find((one) => one.id === id),
    usersOf: async (email: string) => (await dump()).users.filter((user) => user.email === email),
  }
}
