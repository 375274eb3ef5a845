/** The store on SQL, with the same queries for every engine: SQLite on one machine, PostgreSQL for several servers. */
import { ApiError } from '@monitoring-service/http'
import { type CompiledQuery, type Dialect, Kysely, type QueryResult } from 'kysely'
import { probeKey } from '../attempt-keys.ts'
import type { Incident } from '../records.ts'
import type { Connections, Guard, Store } from '../store.ts'
import { accountWrites } from './accounts.ts'
import { completeDeletions } from './complete-deletions.ts'
import { count, dump, dumpPieces } from './dump.ts'
import { isEmpty, load, restore } from './load.ts'
import { createSchema, type Schema } from './migrations.ts'
import { createQueries, type RunQuery } from './queries.ts'
import { resetStats } from './reset-stats.ts'
import { guardMethods, TransactionConflict } from './retry.ts'
import { attempts, incidents, type Tables, toMarks, toMember, toUser } from './rows.ts'
import { recountScheduled } from './scheduled-hours.ts'
import type { DialectTypes } from './schema-versions.ts'

export interface Engine {
  /** The name in error messages, without a password. */
  name: string
  dialect: Dialect
  dialectTypes: DialectTypes
  /** Whether a transaction must lock the rows it relies on. Without row locks, only one transaction runs at a time. */
  rowLocks: boolean
  /** Makes a write that waits for all that the writes of operations wait for; otherwise a counted attempt does. */
  probe?(): Promise<void>
  connections?(): Connections
  isStuck?(): boolean
  /** Returns the time of the database; undefined if it runs on this machine's clock. */
  time(): Promise<Date | undefined>
  /** Runs one query outside of any transaction, bypassing Kysely. */
  run<Row>(query: CompiledQuery<Row>, db: Kysely<Tables>): Promise<QueryResult<Row>>
}

/** Hands over the schema of an engine, which is closed afterwards. */
export async function withSchema<T>(engine: Engine, use: (schema: Schema) => Promise<T>): Promise<T> {
  const db = new Kysely<Tables>({ dialect: engine.dialect })
  return use(createSchema(db, engine.dialectTypes, engine.name)).finally(() => db.destroy())
}

/** How often counts are compared with records, in milliseconds: it takes a quarter of a second for a million. */
const recountTime = 3_600_000

/** When opening a store changes its tables: if they are older or missing, only if there are none, or never. */
export type Migrates = 'always' | 'if empty' | 'never'

/** The parts that the methods of a store share. */
interface Parts {
  db: Kysely<Tables>
  rowLocks: boolean
  run: RunQuery
  queries: ReturnType<typeof createQueries>
  /** Ends long work between two of its steps. */
  closing: AbortSignal
}

/** @throws Error in one line if the tables have another version, and may not be changed. */
export async function openSqlStore(engine: Engine, migrates: Migrates = 'always'): Promise<Store> {
  const { dialectTypes, rowLocks } = engine
  const db = await openTables(engine, migrates)
  const run: RunQuery = (query) => engine.run(query, db)
  const queries = createQueries(db, run, dialectTypes.schema)
  const closing = new AbortController()
  const parts: Parts = { db, rowLocks, run, queries, closing: closing.signal }
  const methods: Omit<Store, 'close' | 'connections' | 'isStuck'> = {
    ...dataMethods(parts),
    ...accountMethods(parts),
    ...resourceMethods(parts),
    ...deletionMethods(parts),
    ...attemptMethods(parts),
    async probe() {
      const now = new Date().toISOString()
      await (engine.probe?.() ?? queries.countAttempt({ key: probeKey, now, resetsAt: now }))
    },
    time: engine.time,
  }
  const store = guardMethods(methods, () => db.destroy())
  return {
    ...store,
    ...(engine.connections && { connections: engine.connections }),
    ...(engine.isStuck && { isStuck: engine.isStuck }),
    close() {
      closing.abort()
      return store.close()
    },
  }
}

async function openTables({ dialect, dialectTypes, name }: Engine, migrates: Migrates): Promise<Kysely<Tables>> {
  const unpinned = new Kysely<Tables>({ dialect })
  try {
    const schema = createSchema(unpinned, dialectTypes, name)
    const isNew = migrates === 'if empty' && (await schema.status()).applied.length === 0
    await (migrates === 'always' || isNew ? schema.up() : schema.assertCurrent())
  } catch (error) {
    await unpinned.destroy()
    throw error
  }
  return dialectTypes.schema === undefined ? unpinned : unpinned.withSchema(dialectTypes.schema)
}

/** Load, dump and count all records. */
function dataMethods({ db, rowLocks }: Parts) {
  return {
    isEmpty: () => isEmpty(db),
    load: (data) => load(db, data, rowLocks),
    async restore(pieces) {
      // A retry would find the pieces used up.
      await restore(db, pieces, rowLocks).catch((error) => {
        throw error instanceof TransactionConflict ? new ApiError('UNAVAILABLE', { cause: error }) : error
      })
    },
    dump: () => dump(db),
    dumpPieces: (use) => dumpPieces(db, use),
    count: () => count(db),
  } satisfies Partial<Store>
}

function accountMethods({ db, rowLocks, queries }: Parts) {
  return {
    ...accountWrites(db, rowLocks),
    async findUser(email) {
      const [row] = (await queries.findUser({ email: email.toLowerCase() })).rows
      return row && toUser(row)
    },
    async findMember(id) {
      const [row] = (await queries.findMember({ id })).rows
      if (!row) return undefined
      const marks = toMarks(row)
      return { ...toMember(row), ...(marks.some(Boolean) && { sessionMarks: marks }) }
    },
  } satisfies Partial<Store>
}

/** The objects of a team: incidents, and the statistics of monitors and services. */
function resourceMethods(parts: Parts) {
  const { queries } = parts
  /** Runs a statement that returns the incident it wrote, or no row if there is none or its guard holds. */
  async function writeIncident(
    teamId: string,
    id: string,
    unless: Guard | undefined,
    write: () => Promise<QueryResult<Tables['incidents']>>,
  ): Promise<Incident | undefined> {
    // PostgreSQL stores no text with NUL, so no row can match. It would reject the statement.
    if (`${teamId}${id}`.includes('\0')) return undefined
    for (;;) {
      const [written] = (await write()).rows
      if (written) return incidents.toRecord(written)
      const [row] = (await queries.findIncident({ teamId, id })).rows
      if (!row) return undefined
      if (unless && row[unless.field] === unless.value) throw new ApiError(unless.code)
      // Another caller changed it in between.
    }
  }

  return {
    // The first `set` and `unless` give the statement its columns, the second ones its values.
    changeIncident: (teamId, id, { set, unless }) =>
      writeIncident(teamId, id, unless, () => queries.changeIncident(set, unless)({ teamId, id, ...set, ...unless })),
    removeIncident: (teamId, id, unless) =>
      writeIncident(teamId, id, unless, () => queries.removeIncident(unless)({ teamId, id, ...unless })),
    async resetMonitorStats(teamId, id, before) {
      const { rows } = await queries.findMonitor({ teamId, id })
      return rows.length === 0 ? undefined : resetStats(parts, [id], before)
    },
    async resetServiceStats(teamId, id, before) {
      if ((await queries.findService({ teamId, id })).rows.length === 0) return undefined
      // Sorted, as resetStats needs them.
      const { rows } = await queries.findLinkedMonitors({ id })
      const monitorIds = rows.map(({ monitor_id }) => monitor_id)
      return resetStats(parts, monitorIds, before)
    },
  } satisfies Partial<Store>
}

function deletionMethods({ db, rowLocks, queries, closing }: Parts) {
  let nextRecount = 0
  return {
    async listDeletionRequests(offset, limit) {
      const { rows } = await queries.listScheduled({ offset, limit })
      const members = rows.flatMap((row) => (row.id === null ? [] : [toMember(row)]))
      return { members, total: Number(rows[0]?.total) }
    },
    async completeDeletions(now, limit, onDeleted) {
      if (performance.now() >= nextRecount) {
        await recountScheduled(db)
        nextRecount = performance.now() + recountTime
      }
      return completeDeletions({ db, closing, rowLocks, now, limit, onDeleted })
    },
  } satisfies Partial<Store>
}

function attemptMethods({ queries }: Parts) {
  return {
    async countAttempt(key, now, resetsAt) {
      const [row] = (await queries.countAttempt({ key, now, resetsAt })).rows
      if (!row) throw new Error('a counted attempt was not returned')
      return attempts.toRecord(row)
    },
    async findAttempts(key) {
      const [row] = (await queries.findAttempts({ key })).rows
      return row && attempts.toRecord(row)
    },
    forgetAttempts: async (key) => void (await queries.forgetAttempts({ key })),
    dropAttempts: async (now) => void (await queries.dropAttempts({ now })),
  } satisfies Partial<Store>
}
