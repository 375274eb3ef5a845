/** The versions of the schema, in SQL that SQLite and PostgreSQL understand. */
import type { EarlierTriggers } from './earlier-triggers.ts'

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

export interface Version {
  up: readonly string[]
  /** The tables that a server of the previous version does not need; it must hold no records. */
  down?: readonly string[]
}

export function versionsFor({ text, tableSuffix, schema, earlierTriggers }: DialectTypes): Record<string, Version> {
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
export function nameIn(schema: string | undefined): (name: string) => string {
  return (name) => (schema === undefined ? name : `"${schema.replaceAll('"', '""')}".${name}`)
}
