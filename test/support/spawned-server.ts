/** Starts the reference server as a child process, on each kind of store. */
import { afterAll, beforeAll, describe } from 'vitest'
import { type Data, emptyData } from '../../server/store/records.ts'
import { makeFolder } from './folder.ts'
import { type ForkedServer, forkServer } from './fork-server.ts'
import { makeDatabase } from './postgres/database.ts'

export interface ServerProcess extends ForkedServer {
  storeUrl: string
  load(records: Partial<Data>): Promise<void>
  /** All records. */
  dump(): Promise<Data>
  /** Deletes the users who are due; returns their number. */
  purge(now: Date): Promise<number>
}

export async function startServerProcess(
  storeUrl: string,
  env: NodeJS.ProcessEnv = {},
  logLevel = 'error',
  start = forkServer,
): Promise<ServerProcess> {
  const server = await start(storeUrl, env, logLevel)
  const { call } = server
  return {
    ...server,
    storeUrl,
    load: (records) => call('load', { ...emptyData(), ...records }),
    dump: () => call('dump'),
    purge: (now) => call('purge', now),
  }
}

/** Creates a new store of each kind. */
const stores: Record<string, () => Promise<{ url: string; remove(): Promise<void> }>> = {
  memory: async () => ({ url: 'memory:', remove: async () => {} }),
  async file() {
    const { at, remove } = await makeFolder()
    return { url: `file:${at('store.json')}`, remove }
  },
  async sqlite() {
    const { at, remove } = await makeFolder()
    return { url: `sqlite:${at('store.db')}`, remove }
  },
  postgres: makeDatabase,
}

/** Registers tests for each kind of store, with one server for all of them, in a time zone far from UTC. */
export function onEachStore(tests: (subject: () => ServerProcess) => void): void {
  describe.each(Object.entries(stores))('On a store of the kind %s', (_, create) => {
    let server: ServerProcess
    let remove: () => Promise<void>
    beforeAll(async () => {
      const store = await create()
      remove = store.remove
      server = await startServerProcess(store.url, { TZ: 'Pacific/Kiritimati' })
    }, 60_000)
    afterAll(async () => {
      server?.signal('SIGKILL')
      await server?.ended
      await remove()
    })
    tests(() => server)
  })
}
