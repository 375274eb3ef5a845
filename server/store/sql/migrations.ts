/** Brings the tables to a version of the schema. */
import { describeReason, reasonOf } from '@monitoring-service/http'
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration'
import { type DialectTypes, nameIn, type Version, versionsFor } from './schema-versions.ts'
import { isLocked } from './when-unlocked.ts'

/** The schema versions of a store. */
export interface Schema {
  status(): Promise<{ applied: string[]; pending: string[] }>
  /**
   * Applies all missing versions or none, and returns them.
   * @throws Error in one line if the tables have a version that this server does not know.
   */
  up(): Promise<string[]>
  /** @throws Error in one line unless the tables have exactly the versions that this server knows. */
  assertCurrent(): Promise<void>
  /** Undoes the newest version, and returns it. @throws Error in one line if that would lose records. */
  down(): Promise<string[]>
}

/** Not Kysely's default names, which another program may use in the same database. */
const tableNames = { migrationTableName: 'monitoring_versions', migrationLockTableName: 'monitoring_versions_lock' }

/** @param name of the database in error messages. */
export function createSchema<Tables>(db: Kysely<Tables>, types: DialectTypes, name: string): Schema {
  const versions = versionsFor(types)
  const newest = Object.keys(versions).at(-1)
  const versionTable = nameIn(types.schema)(tableNames.migrationTableName)
  const schema = types.schema === undefined ? {} : { migrationTableSchema: types.schema }
  /** The latest statement of a migration. */
  let statement = ''
  const migrations = toMigrations(versions, (next) => {
    statement = next
  })
  const provider = { getMigrations: async () => migrations }
  const migratorOf = (db: Kysely<Tables>) => new Migrator({ db, provider, ...tableNames, ...schema })
  const tooNew = (version: string) =>
    new Error(`${name} has version ${version}, this server knows ${newest}: use a newer server`)

  const migrate = (step: (migrator: Migrator) => Promise<MigrationResultSet>) =>
    db.transaction().execute(async (transaction) => changedVersions(await step(migratorOf(transaction))))

  async function explain(error: Error): Promise<never> {
    const unknown = /previously executed migration (\S+) is missing/.exec(String(error))?.[1]
    if (unknown) throw tooNew(unknown)
    if (codeOf(error) !== lockTimeout) throw explainCode(error, types, name)
    const pids = await findLockers(db, types.schema, statement).catch(() => [])
    throw lockedOut(name, pids, error)
  }

  const status = () => readStatus(db, migratorOf(db), versionTable)

  /** @throws Error in one line if a newer server has changed the tables. */
  async function knownStatus() {
    const { applied, pending } = await status().catch(explain)
    const unknown = applied.find((version) => !versions[version])
    if (unknown) throw tooNew(unknown)
    return { applied, pending }
  }

  return {
    status,
    async assertCurrent() {
      const { applied, pending } = await knownStatus()
      if (pending.length === 0) return
      const state = applied.length === 0 ? 'no tables' : `version ${applied.at(-1)}, this command needs ${newest}`
      throw new Error(`${name} has ${state}: run migrate up`)
    },
    async up() {
      // A start takes no lock for nothing: the writers of other servers would wait for it.
      if ((await knownStatus()).pending.length === 0) return []
      // When several servers start on an empty database, all but one fail with a race and find the tables on a retry.
      const apply = async (tries: number): Promise<string[]> =>
        migrate((migrator) => migrator.migrateToLatest()).catch((error) =>
          tries > 1 && isRace(error) ? apply(tries - 1) : explain(error),
        )
      return apply(3)
    },
    async down() {
      const newest = (await status()).applied.at(-1)
      if (!newest || !versions[newest]?.down) throw new Error(`${name} has no version that can be undone`)
      return migrate((migrator) => migrator.migrateDown()).catch(explain)
    },
  }
}

/** @throws the error of a migration. */
function changedVersions({ error, results }: MigrationResultSet): string[] {
  if (error) throw error
  return results?.map(({ migrationName }) => migrationName) ?? []
}

function lockedOut(name: string, pids: number[], cause: Error): Error {
  const session = `another session (pid ${pids.join(', ') || 'unknown'}) keeps a lock on the tables`
  return new Error(`${name}: ${session}; nothing was changed: end it, or try again later`, { cause })
}

async function readStatus<T>(db: Kysely<T>, migrator: Migrator, versionTable: string) {
  const all = await migrator.getMigrations()
  const pending = all.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
  if (pending.length === all.length) return { applied: [], pending }
  // Not from the list: a newer server may have applied more.
  const { rows } = await sql<{ name: string }>`select name from ${sql.raw(versionTable)} order by name`.execute(db)
  return { applied: rows.map(({ name }) => name), pending }
}

function toMigrations(versions: Record<string, Version>, onStart: (statement: string) => void) {
  const runAll = (statements: readonly string[]): Migration['up'] => {
    return async (db) => {
      for (const statement of statements) {
        onStart(statement)
        await sql.raw(statement).execute(db)
      }
    }
  }
  const toMigration = ({ up, down }: Version) => ({ up: runAll(up), ...(down && { down: runAll(down) }) })
  return Object.fromEntries(Object.entries(versions).map(([name, version]) => [name, toMigration(version)]))
}

/** Adds what to do to an error of the database. */
function explainCode(error: Error, { schema = 'public' }: DialectTypes, name: string): Error {
  const code = codeOf(error)
  if (code === '42P07') return new Error(`${name} holds tables of another program (${error.message})`)
  if (code === '42501') {
    const grant = `grant create, usage on schema ${schema}`
    return new Error(`${name}: ${describeReason(error)}: the role must own the database, or ${grant} to it`)
  }
  if (code !== statementTimeout) return error
  return new Error(`${name} takes long to migrate: run migrate up`, { cause: error })
}

const codeOf = (error: unknown) => String((reasonOf(error) as { code?: string }).code)
const [statementTimeout, lockTimeout] = ['57014', '55P03']
/** Unique violation, duplicate type or table, lock timeout (PostgreSQL, appendix A); a file that SQLite keeps locked. */
const isRace = (error: unknown) => /^(?:23505|42710|42P07|55P03)$/.test(codeOf(error)) || isLocked(reasonOf(error))

/**
 * The sessions that have kept a statement waiting by a lock of its table; readers are in the way of some statements only.
 * Of sessions of other roles, the time is hidden.
 */
async function findLockers<T>(db: Kysely<T>, schema: string | undefined, statement: string): Promise<number[]> {
  const lockers = sql<{ pid: number }>`select distinct pid from pg_locks join pg_class on pg_class.oid = relation
    join pg_stat_activity using (pid) where granted and relnamespace = (select oid from pg_namespace where nspname = ${schema}) and pid <> pg_backend_pid()
    and ${statement} ~ ('\\m' || relname || '\\M')
    and (${statement} ~ '^(drop|alter) ' or mode not in ('AccessShareLock', 'RowShareLock'))
    and datname = current_database() and coalesce(xact_start < clock_timestamp() - interval '1 second', true)`
  return (await lockers.execute(db)).rows.map(({ pid }) => pid)
}
