/** Connects Kysely to PostgreSQL, or to a database that speaks its protocol, with a bound on every wait. */
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
import type { Engine } from './store.ts'

/** In milliseconds: until a connection, for a statement, for a lock, and between the statements of a transaction. */
const bounds = {
  connectionTimeoutMillis: 5_000,
  query_timeout: 12_000,
  statement_timeout: 10_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 5_000,
}
const connections = 10

/**
 * @param url as libpq has it; `?max=N` bounds the connections of this process, which are 10 otherwise.
 * @throws Error in one line if the database cannot be reached, or would not keep what it acknowledges.
 */
export async function openPostgresEngine(url: string): Promise<Engine> {
  const max = readMax(url)
  const pool = new pg.Pool({ connectionString: url, application_name: 'monitoring-service', max, ...bounds })
  // Without listeners a connection that is lost would end the process; whoever uses it is told anyway.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  let isCockroach: boolean
  try {
    isCockroach = await checkDurable(pool)
  } catch (cause) {
    await pool.end()
    // Of a name with several addresses, Node tells the reason for each.
    const { message, code } = (cause instanceof AggregateError ? cause.errors[0] : cause) as NodeJS.ErrnoException
    throw new Error(`the database cannot be used: ${message || code}`, { cause })
  }
  const dialect = Object.assign(new PostgresDialect({ pool: toKysely(pool) }), {
    createAdapter: () => new RowLockAdapter(),
  })
  return {
    name: 'the database',
    dialect,
    // CockroachDB always compares byte by byte, and takes no such column.
    dialectTypes: { text: isCockroach ? 'text' : 'text collate "C"', tableSuffix: '' },
    rowLocks: true,
    async run({ sql, parameters }) {
      const { rows, rowCount } = await ask(pool, sql, parameters)
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
    },
  }
}

function readMax(url: string): number {
  if (!URL.canParse(url)) {
    throw new Error("the store's address is not a URL: special characters in user and password must be escaped")
  }
  const max = new URL(url).searchParams.get('max')
  if (max === null) return connections
  if (/^[1-9][0-9]{0,2}$/.test(max)) return Number(max)
  throw new Error(
    `max in the store's address must be a number of connections from 1 to 999, not ${JSON.stringify(max)}`,
  )
}

/**
 * An engine that only speaks the protocol may not know these settings; one that knows them must have them on. Returns
 * whether it is CockroachDB.
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

/** Kysely's own lock is an advisory one, which not every engine has. */
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

/** A connection on which something else than a statement failed is in a state that nobody knows: it is not used again. */
function toClient(client: pg.PoolClient): PostgresPoolClient {
  let lost: ApiError | undefined
  const query = async (text: string, values: readonly unknown[] = []) => {
    if (lost) throw lost
    return ask(client, text, values).catch((error) => {
      if (error instanceof ApiError) lost = error
      throw error
    })
  }
  return { query, release: () => client.release(lost !== undefined) } as unknown as PostgresPoolClient
}

/** @throws Collision, or ApiError UNAVAILABLE, or what is a mistake of ours. */
async function ask(to: pg.Pool | pg.PoolClient, text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
  // No text in PostgreSQL has NUL in it, so none is equal to one that has; it would refuse to compare them.
  if (text.startsWith('select') && values.some(hasNul)) return nothing
  try {
    return await to.query(text, values as unknown[])
  } catch (error) {
    throw translate(error as Error)
  }
}

const nothing: pg.QueryResult = { command: 'SELECT', rowCount: 0, rows: [], oid: 0, fields: [] }

function hasNul(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\0')
}

/** Tells collisions and a database that cannot answer from a mistake of ours (PostgreSQL, appendix A). */
function translate(error: Error & { code?: string }): Error {
  if (!(error instanceof pg.DatabaseError)) return new ApiError('UNAVAILABLE', { cause: error })
  const code = error.code ?? ''
  // Serialization failure, deadlock.
  if (/^(40001|40P01)$/.test(code)) return new TransactionConflict(error.message, { cause: error })
  // Connection, rolled back, login, resources, operator, system, internal; a lock not to be had; a server that only reads.
  if (/^(08|25P|28|3D|40|53|57|58|XX|55P03|25006)/.test(code)) return new ApiError('UNAVAILABLE', { cause: error })
  return error
}
