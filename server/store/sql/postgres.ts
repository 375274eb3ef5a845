/** The PostgreSQL engine, also for databases that speak its protocol, with a timeout on every wait. */
import { ApiError, describeReason, reasonOf } from '@monitoring-service/http'
import {
  type Kysely,
  type MigrationLockOptions,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
} from 'kysely'
import pg, { type QueryResult } from 'pg'
import { probeKey } from '../attempt-keys.ts'
import { postgresTriggers } from './earlier-triggers.ts'
import type { Connection, Statement } from './postgres-connection.ts'
import { createPool, type Pool } from './postgres-pool.ts'
import { findSchema } from './postgres-search-path.ts'
import { readPostgresUrl } from './postgres-url.ts'
import type { Engine } from './store.ts'

/**
 * @param url a libpq connection URL, also with several hosts; `?max=N` limits the connections of this process, by
 *   default 10.
 * @param isBounded whether waits end after some seconds.
 * @throws Error in one line if the database cannot be reached, or its settings do not make commits durable.
 */
export async function openPostgresEngine(url: string, isBounded = true): Promise<Engine> {
  const address = readPostgresUrl(url)
  const pool = createPool(address, isBounded)
  const { schema, isCockroach } = await inspect(pool).catch(async (error) => {
    await pool.end()
    throw new Error(`the database cannot be used: ${describeReason(error)}`, { cause: error })
  })
  // Not before: a start that waits for the database opens it again and again.
  for (const host of address.plainHosts) {
    process.emitWarning(`the connection to ${host} is not encrypted; add sslmode=verify-full to the store's address`)
  }
  const dialect = Object.assign(new PostgresDialect({ pool: toKysely(pool) }), {
    createAdapter: () => new RowLockAdapter(),
  })
  /** The names of the prepared statements, of which there are some dozen. */
  const names = new Map<string, string>()
  return {
    name: 'the database',
    dialect,
    // CockroachDB always compares byte by byte and rejects the collation.
    dialectTypes: {
      schema,
      text: isCockroach ? 'text' : 'text collate "C"',
      tableSuffix: '',
      earlierTriggers: postgresTriggers,
    },
    rowLocks: true,
    async time() {
      const { rows } = await queryOnce(pool, { text: 'select clock_timestamp() as time' })
      return rows[0].time
    },
    connections: pool.connections,
    isStuck: pool.isStuck,
    probe: createProbe(pool, schema),
    async run({ sql, parameters }) {
      const name = names.get(sql) ?? `s${names.size}`
      names.set(sql, name)
      const { rows, rowCount } = await queryOnce(pool, { text: sql, values: parameters, name })
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
    },
  }
}

async function inspect(pool: Pool): Promise<{ schema: string; isCockroach: boolean }> {
  const connection = await pool.connect()
  try {
    return { schema: await findSchema(connection), isCockroach: connection.isCockroach }
  } finally {
    connection.release()
  }
}

/** Runs a statement outside of any transaction. */
async function queryOnce(pool: Pool, statement: Statement): Promise<QueryResult> {
  const isRead = statement.text.startsWith('select')
  const connection = await pool.connect(isRead)
  return query(connection, { ...statement, endsWrite: !isRead }).finally(connection.release)
}

/** The tables that operations write. */
const written = ['teams', 'users', 'incidents', 'monitor_daily_stats', 'attempts']

/** Makes a write that waits for what operations would wait for: locks of their tables, the disk, the standby. */
function createProbe(pool: Pool, schema: string): () => Promise<void> {
  let isUnconfirmed = false
  const tableOf = (name: string) => `${pg.escapeIdentifier(schema)}.${name}`
  // Statements that delete no row lock their table as others do; some engines have no other statement that does.
  const locks = written.map((name) => `delete from ${tableOf(name)} where false;`).join('')
  return async () => {
    // Each probe that waits for a standby would keep a connection.
    if (isUnconfirmed) throw new ApiError('UNAVAILABLE', { cause: new Error('the last probe is not confirmed yet') })
    const connection = await pool.connect()
    isUnconfirmed = true
    const time = `'${new Date().toISOString()}'`
    const write = `insert into ${tableOf('attempts')} (key, count, resets_at) values ('${probeKey}', 1, ${time})
      on conflict (key) do update set resets_at = ${time}`
    try {
      await connection.query({ text: locks + write, endsWrite: true })
    } finally {
      connection.release()
      // At once, unless the query got no answer.
      void connection.ended().then(() => {
        isUnconfirmed = false
      })
    }
  }
}

/** Locks a row for migrations: Kysely's advisory lock does not exist in every engine. */
class RowLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<object>, { lockTable, lockRowId }: MigrationLockOptions) {
    // Another migration may take long; the wait ends when a statement of this session must.
    await sql`set local lock_timeout = 0`.execute(db)
    await sql`select id from ${sql.table(lockTable)} where id = ${lockRowId} for update`.execute(db)
    // All others that use a table wait behind a change that waits for it, as for a long report or pg_dump.
    await sql`set local lock_timeout = '1s'`.execute(db)
  }
  override async releaseMigrationLock() {}
}

function toKysely(pool: Pool): PostgresPool {
  return {
    options: {},
    async connect() {
      const connection = await pool.connect()
      let firstError: unknown
      return {
        async query(text: string, values: readonly unknown[] = []) {
          try {
            return await query(connection, { text, values, endsWrite: text === 'commit' })
          } catch (error) {
            // Kysely's migrator goes on after an error, in a transaction that the error has aborted.
            const isAborted = (reasonOf(error) as { code?: string }).code === '25P02'
            if (!isAborted) firstError = error
            throw firstError ?? error
          }
        },
        release: connection.release,
      } as unknown as PostgresPoolClient
    },
    end: pool.end,
  }
}

async function query(connection: Connection, statement: Statement): Promise<QueryResult> {
  const { text, values = [] } = statement
  // PostgreSQL stores no text with NUL, so no row can match. It would reject the statement.
  if (text.startsWith('select') && values.some(hasNul)) return nothing
  return connection.query(statement)
}

const nothing: QueryResult = { command: 'SELECT', rowCount: 0, rows: [], oid: 0, fields: [] }

function hasNul(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\0')
}
