/** The schema migrations, in SQL that SQLite and PostgreSQL understand. */
import { describeReason, reasonOf } from '@monitoring-service/http'
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration'
import type { EarlierTriggers } from './earlier-triggers.ts'
import { isLocked } from './when-unlocked.ts'

/** The parts of the schema that differ between the engines. */
export interface DialectTypes {
  /** The type of text that is compared byte by byte. */
  text: string
  /** Appended to the definition of a table that is stored in the order of its primary key. */
  tableSuffix: string
  /** The schema of the tables; a database may have the same tables in another one. */
  schema?: string | undefined
  earlierTriggers: EarlierTriggers
}

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

interface Version {
  up: readonly string[]
  /** The tables that a server of the previous version does not need; it must hold no records. */
  down?: readonly string[]
}

function versionsFor({ text, tableSuffix, schema, earlierTriggers }: DialectTypes): Record<string, Version> {
  const at = nameIn(schema)
  const team = `${text} not null references ${at('teams')} (id) on delete cascade`
  const countAgain = [
    `delete from ${at('scheduled_hours')}`,
    `insert into ${at('scheduled_hours')} select substr(deletion_scheduled_at, 1, 13), count(*) from ${at('users')}
      where deletion_scheduled_at is not null group by 1`,
  ]
  return {
    '0001': {
      up: [
        `create table ${at('teams')} (id ${text} primary key, name text, plan text not null, created_at ${text} not null)`,
        // No cascade: a team with members cannot be deleted.
        `create table ${at('users')} (
        id ${text} primary key, email ${text} not null unique, name text, team_id ${text} not null references ${at('teams')} (id),
        role text not null, password_hash text, code_hash text, code_expires_at ${text}, code_tries integer,
        deletion_requested_at ${text}, deletion_scheduled_at ${text}, created_at ${text} not null)`,
        `create index users_by_team on ${at('users')} (team_id)`,
        `create index users_by_schedule on ${at('users')} (deletion_scheduled_at, id) where deletion_scheduled_at is not null`,
        `create table ${at('services')} (id ${text} primary key, team_id ${team})`,
        `create index services_by_team on ${at('services')} (team_id)`,
        `create table ${at('monitors')} (id ${text} primary key, team_id ${team})`,
        `create index monitors_by_team on ${at('monitors')} (team_id)`,
        `create table ${at('service_monitors')} (
        service_id ${text} not null references ${at('services')} (id) on delete cascade,
        monitor_id ${text} not null references ${at('monitors')} (id) on delete cascade,
        constraint service_monitors_key primary key (service_id, monitor_id)) ${tableSuffix}`,
        `create index services_by_monitor on ${at('service_monitors')} (monitor_id)`,
        // "integer" has 64 bits in some engines, whose drivers return it as text.
        `create table ${at('incidents')} (
        id ${text} primary key, team_id ${team}, monitor_id ${text}, type text not null, status text not null, title text,
        started_at ${text} not null, resolved_at ${text}, cause text, service_id ${text}, created_at ${text} not null)`,
        `create index incidents_by_team on ${at('incidents')} (team_id)`,
        // No reference to monitors: the statistics of a deleted monitor are deleted later, in small steps.
        `create table ${at('monitor_daily_stats')} (
        monitor_id ${text} not null, date ${text} not null,
        constraint monitor_daily_stats_key primary key (monitor_id, date)) ${tableSuffix}`,
        `create table ${at('gone_monitors')} (id ${text} primary key)`,
        `create table ${at('attempts')} (key ${text} primary key, count int4 not null, resets_at ${text} not null)`,
        `create index attempts_by_end on ${at('attempts')} (resets_at)`,
      ],
    },
    '0002': {
      up: [
        `create table ${at('scheduled_hours')} (hour ${text} primary key, users int4 not null) ${tableSuffix}`,
        ...countAgain,
      ],
      down: [...earlierTriggers.drop(at), `drop table ${at('scheduled_hours')}`],
    },
    '0003': {
      // Changes of triggers come first: in PostgreSQL they wait for other writers, and keep them out until the commit.
      up: [...earlierTriggers.drop(at), ...countAgain],
      down: [...earlierTriggers.create(at), ...countAgain],
    },
  }
}

/** Qualifies names of tables: the search_path may change. */
function nameIn(schema: string | undefined): (name: string) => string {
  return (name) => (schema === undefined ? name : `"${schema.replaceAll('"', '""')}".${name}`)
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
