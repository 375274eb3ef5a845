/** Three servers, each a process of its own, and three stores of the test's own, on one PostgreSQL database. */
import { demo } from '@monitoring-service/contract'
import { afterAll, beforeAll } from 'vitest'
import { openStore } from '../../../../server/store/open.ts'
import { type Data, emptyData } from '../../../../server/store/records.ts'
import type { Store } from '../../../../server/store/store.ts'
import { makeDatabase } from '../../../support/postgres/database.ts'
import { atOnce, type RawResponse, transmit } from '../../../support/raw-http.ts'
import { type ServerProcess, startServerProcesses } from '../crash/server-process.ts'

const count = 3
/** As many as one instance has connections to the database. */
const connections = 10

export interface ThreeServers {
  /** The address of the database. */
  url(): string
  /** The server, and the store, whose turn it is: each takes every third call. */
  server(i: number): string
  store(i: number): Store
  /** Calls so many times at once, on connections that are open already, from the client to the database. */
  requestConcurrently(
    times: number,
    call: (serverUrl: string, i: number) => Promise<RawResponse>,
  ): Promise<RawResponse[]>
  /** The same on the stores. */
  callConcurrently<T>(times: number, call: (store: Store, i: number) => Promise<T>): Promise<T[]>
  load(records: Partial<Data>): Promise<void>
}

/** Starts the servers for the tests of a file, all at once, on a database that is empty. */
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
      await atOnce(count * connections, (i) => store(i).findUser('nobody@example.com'))
      return atOnce(times, (i) => call(store(i), i))
    },
    load: (records) => store(0).load({ ...emptyData(), ...records }),
  }
}
