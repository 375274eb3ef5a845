/** The storage backends of the crash tests. */
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { makeFolder } from '../../../support/folder.ts'
import { startCluster } from '../../../support/postgres/cluster.ts'

export interface Backend {
  /** Creates an empty storage location and returns its store URL. */
  createStoreUrl(): Promise<string>
  /** Describes leftovers that the store interface does not show. */
  findLeftovers(url: string): Promise<string[]>
  /** The database process, if the backend has one. */
  database?: { kill(): Promise<void>; start(): Promise<void> }
  remove(): Promise<void>
}

export type BackendName = keyof typeof backends

export const backends = { file: makeFileBackend, sqlite: makeSqliteBackend, postgres: makePostgresBackend }

async function makeFileBackend(): Promise<Backend> {
  const folder = await makeFolder(tmpdir())
  let made = 0
  return {
    createStoreUrl: async () => `file:${folder.at(`${++made}.json`)}`,
    findLeftovers: async () => (await readdir(folder.path)).filter((name) => name.endsWith('.tmp')),
    remove: folder.remove,
  }
}

const goneMonitors = 'select id from gone_monitors'

async function makeSqliteBackend(): Promise<Backend> {
  const folder = await makeFolder(tmpdir())
  let made = 0
  return {
    createStoreUrl: async () => `sqlite:${folder.at(`${++made}.db`)}`,
    async findLeftovers(url) {
      const database = new DatabaseSync(url.slice('sqlite:'.length))
      try {
        const { integrity_check } = database.prepare('pragma integrity_check').get() as { integrity_check: string }
        const rows = database.prepare(goneMonitors).all() as { id: string }[]
        return [...rows.map(({ id }) => `gone_monitors ${id}`), ...(integrity_check === 'ok' ? [] : [integrity_check])]
      } finally {
        database.close()
      }
    },
    remove: folder.remove,
  }
}

async function makePostgresBackend(): Promise<Backend> {
  const cluster = await startCluster()
  return {
    createStoreUrl: cluster.createDatabase,
    async findLeftovers(url) {
      const client = new pg.Client(url)
      await client.connect()
      const { rows } = await client.query<{ id: string }>(goneMonitors).finally(() => client.end())
      return rows.map(({ id }) => `gone_monitors ${id}`)
    },
    database: cluster,
    remove: cluster.remove,
  }
}
