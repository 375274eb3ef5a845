/** The versions of the tables, each made from the one before, in SQL that SQLite and PostgreSQL understand. */
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

/** What the two engines say differently. */
export interface DialectTypes {
  /** A text that is compared byte by byte. */
  text: string
  /** Follows a table that has no other order than its key's. */
  tableSuffix: string
}

function versions({ text, tableSuffix }: DialectTypes): Record<string, Migration> {
  // "integer" has 64 bits in some engines, and then comes back as text.
  const whole = sql.raw('int4') as ReturnType<typeof sql<number>>
  const bytes = sql.raw(text) as ReturnType<typeof sql<string>>
  const team = (db: Kysely<unknown>, table: string) =>
    db.schema
      .createTable(table)
      .addColumn('id', bytes, (column) => column.primaryKey())
      .addColumn('team_id', bytes, (column) => column.notNull().references('teams.id').onDelete('cascade'))
  return {
    '0001': {
      async up(db) {
        await db.schema
          .createTable('teams')
          .addColumn('id', bytes, (column) => column.primaryKey())
          .addColumn('name', 'text')
          .addColumn('plan', 'text', (column) => column.notNull())
          .addColumn('created_at', bytes, (column) => column.notNull())
          .execute()
        // A team with members cannot be deleted: no cascade here.
        await db.schema
          .createTable('users')
          .addColumn('id', bytes, (column) => column.primaryKey())
          .addColumn('email', bytes, (column) => column.notNull().unique())
          .addColumn('name', 'text')
          .addColumn('team_id', bytes, (column) => column.notNull().references('teams.id'))
          .addColumn('role', 'text', (column) => column.notNull())
          .addColumn('password_hash', 'text')
          .addColumn('code_hash', 'text')
          .addColumn('code_expires_at', bytes)
          .addColumn('code_tries', 'integer')
          .addColumn('deletion_requested_at', bytes)
          .addColumn('deletion_scheduled_at', bytes)
          .addColumn('created_at', bytes, (column) => column.notNull())
          .execute()
        await db.schema.createIndex('users_by_team').on('users').column('team_id').execute()
        await db.schema
          .createIndex('users_by_schedule')
          .on('users')
          .columns(['deletion_scheduled_at', 'id'])
          .where(sql.ref('deletion_scheduled_at'), 'is not', null)
          .execute()
        for (const table of ['services', 'monitors']) {
          await team(db, table).execute()
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
        await team(db, 'incidents')
          .addColumn('monitor_id', bytes)
          .addColumn('type', 'text', (column) => column.notNull())
          .addColumn('status', 'text', (column) => column.notNull())
          .addColumn('title', 'text')
          .addColumn('started_at', bytes, (column) => column.notNull())
          .addColumn('resolved_at', bytes)
          .addColumn('cause', 'text')
          .addColumn('service_id', bytes)
          .addColumn('created_at', bytes, (column) => column.notNull())
          .addColumn('revision', whole, (column) => column.notNull().defaultTo(0))
          .execute()
        await db.schema.createIndex('incidents_by_team').on('incidents').column('team_id').execute()
        // No reference to monitors: the statistics of one that is gone are deleted in small steps afterwards.
        await db.schema
          .createTable('monitor_daily_stats')
          .addColumn('monitor_id', bytes, (column) => column.notNull())
          .addColumn('date', bytes, (column) => column.notNull())
          .addPrimaryKeyConstraint('monitor_daily_stats_key', ['monitor_id', 'date'])
          .modifyEnd(sql.raw(tableSuffix))
          .execute()
        await db.schema
          .createTable('gone_monitors')
          .addColumn('id', bytes, (column) => column.primaryKey())
          .execute()
        await db.schema
          .createTable('attempts')
          .addColumn('key', bytes, (column) => column.primaryKey())
          .addColumn('count', whole, (column) => column.notNull())
          .addColumn('resets_at', bytes, (column) => column.notNull())
          .execute()
        await db.schema.createIndex('attempts_by_end').on('attempts').column('resets_at').execute()
      },
    },
  }
}

/**
 * Brings the tables to the newest version, all steps or none; returns the versions that were applied.
 * @throws Error in one line if the tables are of a version that this server does not know.
 */
export async function migrate<Tables>(db: Kysely<Tables>, words: DialectTypes, name: string): Promise<string[]> {
  const known = versions(words)
  // Names of our own: another program's versions must not be taken for ours.
  const tables = { migrationTableName: 'monitoring_versions', migrationLockTableName: 'monitoring_versions_lock' }
  const provider = { getMigrations: async () => known }
  const apply = () =>
    db.transaction().execute(async (transaction) => {
      const { error, results } = await new Migrator({ db: transaction, provider, ...tables }).migrateToLatest()
      if (error) throw error
      return results?.map(({ migrationName }) => migrationName) ?? []
    })
  // Of servers that start on an empty database together, all but one find that the tables appear under their hands.
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

/** A unique violation, a table that is there, a transaction that one of them ended (PostgreSQL, appendix A). */
function isRace(error: { code?: string; cause?: { code?: string } }): boolean {
  return /^(23505|42P07|25P02)$/.test(error.cause?.code ?? error.code ?? '')
}
