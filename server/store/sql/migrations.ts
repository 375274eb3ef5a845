/** The schema migrations, in SQL that SQLite and PostgreSQL understand. */
import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

/** The parts of the schema that differ between the engines. */
export interface DialectTypes {
  /** The type of text that is compared byte by byte. */
  text: string
  /** Appended to the definition of a table that is stored in the order of its primary key. */
  tableSuffix: string
}

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const primaryKey = (column: ColumnDefinitionBuilder) => column.primaryKey()

function migrations({ text, tableSuffix }: DialectTypes): Record<string, Migration> {
  // "integer" has 64 bits in some engines, whose drivers return it as text.
  const whole = sql.raw('int4') as ReturnType<typeof sql<number>>
  const bytes = sql.raw(text) as ReturnType<typeof sql<string>>
  const createOwnedTable = (db: Kysely<unknown>, table: string) =>
    db.schema
      .createTable(table)
      .addColumn('id', bytes, primaryKey)
      .addColumn('team_id', bytes, (column) => column.notNull().references('teams.id').onDelete('cascade'))
  return {
    '0001': {
      async up(db) {
        await db.schema
          .createTable('teams')
          .addColumn('id', bytes, primaryKey)
          .addColumn('name', 'text')
          .addColumn('plan', 'text', required)
          .addColumn('created_at', bytes, required)
          .execute()
        // No cascade: a team with members cannot be deleted.
        await db.schema
          .createTable('users')
          .addColumn('id', bytes, primaryKey)
          .addColumn('email', bytes, (column) => column.notNull().unique())
          .addColumn('name', 'text')
          .addColumn('team_id', bytes, (column) => column.notNull().references('teams.id'))
          .addColumn('role', 'text', required)
          .addColumn('password_hash', 'text')
          .addColumn('code_hash', 'text')
          .addColumn('code_expires_at', bytes)
          .addColumn('code_tries', 'integer')
          .addColumn('deletion_requested_at', bytes)
          .addColumn('deletion_scheduled_at', bytes)
          .addColumn('created_at', bytes, required)
          .execute()
        await db.schema.createIndex('users_by_team').on('users').column('team_id').execute()
        await db.schema
          .createIndex('users_by_schedule')
          .on('users')
          .columns(['deletion_scheduled_at', 'id'])
          .where(sql.ref('deletion_scheduled_at'), 'is not', null)
          .execute()
        for (const table of ['services', 'monitors']) {
          await createOwnedTable(db, table).execute()
          await db.schema.createIndex(`${table}_by_team`).on(table).column('team_id').execute()
        }
        await db.schema
          .createTable('service_monitors')
          .addColumn('service_id', bytes, (column) => column.notNull().references('services.id').onDelete('cascade'))
          .addColumn('monitor_id', bytes, (column) => column.notNull().references('monitors.id').onDelete('cascade'))
          .addPrimaryKeyConstraint('service_monitors_key', ['service_id', 'monitor_id'])
          .modifyEnd(sql.raw(tableSuffix))
          .execute()
        await db.schema.createIndex('services_by_monitor').on('service_monitors').column('monitor_id').execute()
        await createOwnedTable(db, 'incidents')
          .addColumn('monitor_id', bytes)
          .addColumn('type', 'text', required)
          .addColumn('status', 'text', required)
          .addColumn('title', 'text')
          .addColumn('started_at', bytes, required)
          .addColumn('resolved_at', bytes)
          .addColumn('cause', 'text')
          .addColumn('service_id', bytes)
          .addColumn('created_at', bytes, required)
          .addColumn('revision', whole, (column) => column.notNull().defaultTo(0))
          .execute()
        await db.schema.createIndex('incidents_by_team').on('incidents').column('team_id').execute()
        // No reference to monitors: the statistics of a deleted monitor are deleted later, in small steps.
        await db.schema
          .createTable('monitor_daily_stats')
          .addColumn('monitor_id', bytes, required)
          .addColumn('date', bytes, required)
          .addPrimaryKeyConstraint('monitor_daily_stats_key', ['monitor_id', 'date'])
          .modifyEnd(sql.raw(tableSuffix))
          .execute()
        await db.schema.createTable('gone_monitors').addColumn('id', bytes, primaryKey).execute()
        await db.schema
          .createTable('attempts')
          .addColumn('key', bytes, primaryKey)
          .addColumn('count', whole, required)
          .addColumn('resets_at', bytes, required)
          .execute()
        await db.schema.createIndex('attempts_by_end').on('attempts').column('resets_at').execute()
      },
    },
  }
}

/**
 * Applies all missing migrations or none; returns the applied versions.
 * @throws Error in one line if the tables have a version that this server does not know.
 */
export async function migrate<Tables>(db: Kysely<Tables>, words: DialectTypes, name: string): Promise<string[]> {
  const known = migrations(words)
  // Not Kysely's default names, which another program may use in the same database.
  const tableNames = { migrationTableName: 'monitoring_versions', migrationLockTableName: 'monitoring_versions_lock' }
  const provider = { getMigrations: async () => known }
  const apply = () =>
    db.transaction().execute(async (transaction) => {
      const { error, results } = await new Migrator({ db: transaction, provider, ...tableNames }).migrateToLatest()
      if (error) throw error
      return results?.map(({ migrationName }) => migrationName) ?? []
    })
  // When several servers start on an empty database, all but one fail with a race and find the tables on a retry.
  return apply()
    .catch((error) => (isRace(error) ? apply() : Promise.reject(error)))
    .catch((error) => {
      const unknown = /previously executed migration (\S+) is missing/.exec(String(error))?.[1]
      const newest = Object.keys(known).at(-1)
      if (error.code === '42P07') throw new Error(`${name} holds tables of another program (${error.message})`)
      if (!unknown) throw error
      throw new Error(`${name} has version ${unknown}, this server knows ${newest}: use a newer server`)
    })
}

/** Unique violation, duplicate table, failed transaction (PostgreSQL, appendix A). */
function isRace(error: { code?: string; cause?: { code?: string } }): boolean {
  return /^(23505|42P07|25P02)$/.test(error.cause?.code ?? error.code ?? '')
}
