/** The tables of the SQL stores, and the conversion between rows and records. */
import { type ExpressionBuilder, sql } from 'kysely'
import { sessionsKey, userSessionsKey } from '../attempt-keys.ts'
import type { Incident, Team, User } from '../records.ts'
import type { Member } from '../store.ts'

export interface Tables {
  teams: { id: string; name: string | null; plan: Team['plan']; created_at: string }
  users: {
    id: string
    email: string
    name: string | null
    team_id: string
    role: User['role']
    password_hash: string | null
    code_hash: string | null
    code_expires_at: string | null
    code_tries: number | null
    deletion_requested_at: string | null
    deletion_scheduled_at: string | null
    created_at: string
  }
  /** The number of users by the hour of their `deletion_scheduled_at`, such as `2025-06-15T12`; see countScheduled. */
  scheduled_hours: { hour: string; users: number }
  services: { id: string; team_id: string }
  service_monitors: { service_id: string; monitor_id: string }
  monitors: { id: string; team_id: string }
  incidents: {
    id: string
    monitor_id: string | null
    team_id: string
    type: Incident['type']
    status: Incident['status']
    title: string | null
    started_at: string
    resolved_at: string | null
    cause: string | null
    service_id: string | null
    created_at: string
  }
  /** Document 2.6. */
  monitor_daily_stats: { monitor_id: string; date: string }
  /** Deleted monitors whose statistics are not deleted yet. */
  gone_monitors: { id: string }
  attempts: { key: string; count: number; resets_at: string }
}

export function toTeam({ id, name, plan, created_at }: Tables['teams']): Team {
  return { id, name, plan, createdAt: created_at }
}

export function fromTeam({ id, name, plan, createdAt }: Team): Tables['teams'] {
  return { id, name, plan, created_at: createdAt }
}

export function toUser(row: Tables['users']): User {
  const { code_hash, code_expires_at, code_tries } = row
  const hasCode = code_hash !== null && code_expires_at !== null && code_tries !== null
  return {
    id: row.id,
    email: row.email,
    ...(row.name !== null && { name: row.name }),
    teamId: row.team_id,
    role: row.role,
    passwordHash: row.password_hash,
    verification: hasCode ? { codeHash: code_hash, expiresAt: code_expires_at, tries: code_tries } : null,
    deletionRequestedAt: row.deletion_requested_at,
    deletionScheduledAt: row.deletion_scheduled_at,
    createdAt: row.created_at,
  }
}

export function fromUser(user: User): Tables['users'] {
  return {
    id: user.id,
    email: user.email.toLowerCase(),
    name: user.name ?? null,
    team_id: user.teamId,
    role: user.role,
    password_hash: user.passwordHash,
    code_hash: user.verification?.codeHash ?? null,
    code_expires_at: user.verification?.expiresAt ?? null,
    code_tries: user.verification?.tries ?? null,
    deletion_requested_at: user.deletionRequestedAt,
    deletion_scheduled_at: user.deletionScheduledAt,
    created_at: user.createdAt,
  }
}

/** The marks that end the sessions of a user: of all users, and of this one. */
export interface MarkRow {
  all_marked_until: string | null
  user_marked_until: string | null
}

export function selectMarks({ selectFrom }: Pick<ExpressionBuilder<Tables, 'users'>, 'selectFrom'>) {
  const mark = selectFrom('attempts').select('resets_at')
  const ofUser = sql<string>`${sql.lit(userSessionsKey(''))} || ${sql.ref('users.id')}`
  return [
    mark.where('key', '=', sessionsKey).as('all_marked_until'),
    mark.where('key', '=', ofUser).as('user_marked_until'),
  ] as const
}

export function toMarks({ all_marked_until, user_marked_until }: MarkRow): string[] {
  return [all_marked_until ?? '', user_marked_until ?? '']
}

export type MemberRow = Tables['users'] & { team_name: string | null; team_plan: Team['plan']; team_created_at: string }

export function toMember(row: MemberRow): Member {
  const team = { id: row.team_id, name: row.team_name, plan: row.team_plan, created_at: row.team_created_at }
  return { user: toUser(row), team: toTeam(team) }
}

export function toIncident(row: Tables['incidents']): Incident {
  return {
    id: row.id,
    monitorId: row.monitor_id,
    teamId: row.team_id,
    type: row.type,
    status: row.status,
    title: row.title,
    startedAt: row.started_at,
    resolvedAt: row.resolved_at,
    cause: row.cause,
    ...(row.service_id !== null && { serviceId: row.service_id }),
    createdAt: row.created_at,
  }
}

export function fromIncident(incident: Incident): Tables['incidents'] {
  return {
    id: incident.id,
    monitor_id: incident.monitorId,
    team_id: incident.teamId,
    type: incident.type,
    status: incident.status,
    title: incident.title,
    started_at: incident.startedAt,
    resolved_at: incident.resolvedAt,
    cause: incident.cause,
    service_id: incident.serviceId ?? null,
    created_at: incident.createdAt,
  }
}
