/** The back ends whose crashes are tested. */
import { readdir } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { makeFolder } from '../../../support/folder.ts'
import { startCluster } from '../../../support/postgres/cluster.ts'

export interface Place {
  /** Makes room for a new store and returns its address. */
  make(): Promise<string>
  /** What no store tells: what is still to be cleared away, in words. */
  leftOver(url: string): Promise<string[]>
  /** Where the records are kept by other processes than the server. */
  database?: { kill(): Promise<void>; start(): Promise<void> }
  remove(): Promise<void>
}

export type PlaceName = keyof typeof places

export const places = { file: makeFilePlace, sqlite: makeSqlitePlace, postgres: makePostgresPlace }

async function makeFilePlace(): Promise<Place> {
  const folder = await makeFolder()
  let made = 0
  return {
    make: async () => `file:${folder.at(`${++made}.json`)}`,
    leftOver: async () => (await readdir(folder.path)).filter((name) => name.endsWith('.tmp')),
    remove: folder.remove,
  }
}

const goneMonitors = 'select id from gone_monitors'

async function makeSqlitePlace(): Promise<Place> {
  const folder = await makeFolder()
  let made = 0
  return {
    make: async () => `sqlite:${folder.at(`${++made}.db`)}`,
    async leftOver(url) {
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

async function makePostgresPlace(): Promise<Place> {
  const cluster = await startCluster()
  return {
    make: cluster.createDatabase,
    async leftOver(url) {
      const client = new pg.Client(url)
      await client.connect()
      const { rows } = await client.query<{ id: string }>(goneMonitors).finally(() => client.end())
      return rows.map(({ id }) => `gone_monitors ${id}`)
    },
    database: cluster,
    remove: cluster.remove,
  }
}
