/** Three server processes, and three stores of the test process, on one PostgreSQL database. */
import { demo } from '@monitoring-service/contract'
import { afterAll, beforeAll } from 'vitest'
import { openStore } from '../../../../server/store/open.ts'
import { type Data, emptyData } from '../../../../server/store/records.ts'
import type { Store } from '../../../../server/store/store.ts'
import { makeDatabase } from '../../../support/postgres/database.ts'
import { atOnce, type RawResponse, transmit } from '../../../support/raw-http.ts'
import { type ServerProcess, startServerProcesses } from '../history/server-process.ts'

const count = 3
/** The number of database connections of one server. */
const connections = 10

export interface ThreeServers {
  /** The URL of the database. */
  url(): string
  /** The URL of server i and store i, modulo three. */
  server(i: number): string
  store(i: number): Store
  /** Sends concurrent requests on open connections, spread over the servers. */
  requestConcurrently(
    times: number,
    call: (serverUrl: string, i: number) => Promise<RawResponse>,
  ): Promise<RawResponse[]>
  /** Makes concurrent calls on open connections, spread over the stores. */
  callConcurrently<T>(times: number, call: (store: Store, i: number) => Promise<T>): Promise<T[]>
  load(records: Partial<Data>): Promise<void>
}

/** Starts the servers at once on an empty database, for the tests of a file. */
export function useThreeServers(): ThreeServers {
  let database: Awaited<ReturnType<typeof makeDatabase>>
  let servers: ServerProcess[] = []
  let stores: Store[] = []
  beforeAll(async () => {
    database = await makeDatabase()
    servers = await startServerProcesses(count, database.url)
    stores = await atOnce(count, () => openStore(database.url))
  }, 60_000)
  afterAll(async () => {
    for (const server of servers) await server.kill()
    for (const store of stores) await store.close()
    await database.remove()
  })

  const server = (i: number) => servers[i % count]?.url ?? ''
  const store = (i: number) => stores[i % count] as Store
  const admin = { 'x-admin-api-key': demo.adminApiKey }
  return {
    url: () => database.url,
    server,
    store,
    async requestConcurrently(times, call) {
      await atOnce(count * connections, (i) => transmit(server(i), 'GET', '/admin/deletion-requests', admin))
      return atOnce(times, (i) => call(server(i), i))
    },
    async callConcurrently(times, call) {
      await atOnce(count * connections, (i) => store(i).findUser('unknown@example.com'))
      return atOnce(times, (i) => call(store(i), i))
    },
    load: (records) => store(0).load({ ...emptyData(), ...records }),
  }
}
