/** The PostgreSQL engine, also for databases that speak its protocol, with a timeout on every wait. */
import { ApiError } from '@monitoring-service/http'
import {
  type Kysely,
  type MigrationLockOptions,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
} from 'kysely'
import pg from 'pg'
import { TransactionConflict } from './retry.ts'
import { postgresTriggers } from './scheduled-hours.ts'
import type { Engine } from './store.ts'

/** In milliseconds. */
const timeouts = {
  connectionTimeoutMillis: 5_000,
  query_timeout: 12_000,
  statement_timeout: 10_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 5_000,
}
const defaultConnections = 10

/**
 * @param url a libpq connection URL; `?max=N` limits the connections of this process, by default 10.
 * @throws Error in one line if the database cannot be reached, or its settings do not make commits durable.
 */
export async function openPostgresEngine(url: string): Promise<Engine> {
  const max = readMax(url)
  const pool = new pg.Pool({ connectionString: url, application_name: 'monitoring-service', max, ...timeouts })
  // Without listeners, a lost connection would end the process. Its caller gets the error anyway.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  let isCockroach: boolean
  try {
    isCockroach = await checkDurable(pool)
  } catch (cause) {
    await pool.end()
    // For a host with several addresses, Node reports one error per address.
    const { message, code } = (cause instanceof AggregateError ? cause.errors[0] : cause) as NodeJS.ErrnoException
    throw new Error(`the database cannot be used: ${message || code}`, { cause })
  }
  const dialect = Object.assign(new PostgresDialect({ pool: toKysely(pool) }), {
    createAdapter: () => new RowLockAdapter(),
  })
  return {
    name: 'the database',
    dialect,
    // CockroachDB always compares byte by byte and rejects the collation.
    dialectTypes: {
      text: isCockroach ? 'text' : 'text collate "C"',
      tableSuffix: '',
      countScheduled: postgresTriggers,
    },
    rowLocks: true,
    async run({ sql, parameters }) {
      const { rows, rowCount } = await query(pool, sql, parameters)
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
    },
  }
}

function readMax(url: string): number {
  if (!URL.canParse(url)) {
    throw new Error("the store's address is not a URL: special characters in user and password must be escaped")
  }
  const max = new URL(url).searchParams.get('max')
  if (max === null) return defaultConnections
  if (/^[1-9][0-9]{0,2}$/.test(max)) return Number(max)
  throw new Error(
    `max in the store's address must be a number of connections from 1 to 999, not ${JSON.stringify(max)}`,
  )
}

/**
 * Requires the durability settings that the database knows to be on; an engine that only speaks the protocol may not
 * know them. Returns whether the database is CockroachDB.
 */
async function checkDurable(pool: pg.Pool): Promise<boolean> {
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'crdb_version']
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'select name, setting from pg_catalog.pg_settings where name = any($1)',
    [names],
  )
  const off = rows.filter(({ setting }) => setting === 'off').map(({ name }) => name)
  if (off.length > 0) throw new Error(`${off.join(' and ')} must be on, or what was acknowledged can be lost`)
  return rows.some(({ name }) => name === 'crdb_version')
}

/** Locks a row for migrations: Kysely's advisory lock does not exist in every engine. */
class RowLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<object>, { lockTable, lockRowId }: MigrationLockOptions) {
    await sql`select id from ${sql.table(lockTable)} where id = ${lockRowId} for update`.execute(db)
  }
  override async releaseMigrationLock() {}
}

function toKysely(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect().catch((cause) => {
        throw new ApiError('UNAVAILABLE', { cause })
      })
      return toClient(client)
    },
    end: () => pool.end(),
  }
}

/** Discards a connection after any error other than a failed statement, because its state is unknown. */
function toClient(client: pg.PoolClient): PostgresPoolClient {
  let lost: ApiError | undefined
  const queryOnce = async (text: string, values: readonly unknown[] = []) => {
    if (lost) throw lost
    return query(client, text, values).catch((error) => {
      if (error instanceof ApiError) lost = error
      throw error
    })
  }
  return { query: queryOnce, release: () => client.release(lost !== undefined) } as unknown as PostgresPoolClient
}

/** @throws TransactionConflict, ApiError UNAVAILABLE, or the error of a statement, which is a bug. */
async function query(on: pg.Pool | pg.PoolClient, text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
  // PostgreSQL stores no text with NUL, so no row can match. It would reject the statement.
  if (text.startsWith('select') && values.some(hasNul)) return nothing
  try {
    return await on.query(text, values as unknown[])
  } catch (error) {
    throw translate(error as Error)
  }
}

const nothing: pg.QueryResult = { command: 'SELECT', rowCount: 0, rows: [], oid: 0, fields: [] }

function hasNul(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\0')
}

/** Maps conflicts and unavailability to errors of the store (PostgreSQL, appendix A). */
function translate(error: Error & { code?: string }): Error {
  if (!(error instanceof pg.DatabaseError)) return new ApiError('UNAVAILABLE', { cause: error })
  const code = error.code ?? ''
  // Serialization failure, deadlock.
  if (/^(40001|40P01)$/.test(code)) return new TransactionConflict(error.message, { cause: error })
  // Connection, rollback, login, resources, operator, system and internal errors; lock timeout; read-only server.
  if (/^(08|25P|28|3D|40|53|57|58|XX|55P03|25006)/.test(code)) return new ApiError('UNAVAILABLE', { cause: error })
  return error
}
