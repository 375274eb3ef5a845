/** The tables of the SQL stores, and the conversion between rows and records. */
import { type ExpressionBuilder, sql } from 'kysely'
import { sessionsKey, userSessionsKey } from '../attempt-keys.ts'
import { type Attempts, type Data, fieldsOf, type Incident, type Team, type User } from '../records.ts'
import type { Member } from '../store.ts'

type Column<Field extends string> = Field extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Column<Rest>}`
  : ''

/** The columns of a record: its fields in snake_case, null for one that is absent. */
type Row<Fields> = {
  [Field in keyof Fields & string as Column<Field>]-?:
    | Exclude<Fields[Field], undefined>
    | (undefined extends Fields[Field] ? null : never)
}

type StoredUser = Omit<User, 'verification'>
type StoredService = Omit<Data['services'][number], 'monitorIds'>

export interface Tables {
  teams: Row<Team>
  users: Row<StoredUser> & { code_hash: string | null; code_expires_at: string | null; code_tries: number | null }
  /** The number of users by the hour of their `deletion_scheduled_at`, such as `2025-06-15T12`; see countScheduled. */
  scheduled_hours: { hour: string; users: number }
  services: Row<StoredService>
  service_monitors: { service_id: string; monitor_id: string }
  monitors: Row<Data['monitors'][number]>
  incidents: Row<Incident>
  /** Document 2.6. */
  monitor_daily_stats: Row<Data['dailyStats'][number]>
  /** Deleted monitors whose statistics are not deleted yet. */
  gone_monitors: { id: string }
  attempts: Row<Attempts>
}

export const toColumn = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Converts the fields of a list's records. A row may have other columns, too.
 * @param apart a field that is stored in other columns, or in a table of its own.
 */
function convertersOf<Fields>(list: keyof Data, apart?: string) {
  const fields = fieldsOf(list).flatMap(({ field, isOptional }) =>
    field === apart ? [] : { field, column: toColumn(field), isOptional },
  )
  return {
    toRow(record: Fields): Row<Fields> {
      const row: Record<string, unknown> = {}
      for (const { field, column } of fields) row[column] = (record as Record<string, unknown>)[field] ?? null
      return row as Row<Fields>
    },
    toRecord(row: Row<Fields>): Fields {
      const record: Record<string, unknown> = {}
      for (const { field, column, isOptional } of fields) {
        const value = (row as Record<string, unknown>)[column]
        if (value !== null || !isOptional) record[field] = value
      }
      return record as Fields
    },
  }
}

export const teams = convertersOf<Team>('teams')
const storedUsers = convertersOf<StoredUser>('users', 'verification')
export const services = convertersOf<StoredService>('services', 'monitorIds')
export const monitors = convertersOf<Data['monitors'][number]>('monitors')
export const incidents = convertersOf<Incident>('incidents')
export const dailyStats = convertersOf<Data['dailyStats'][number]>('dailyStats')
export const attempts = convertersOf<Attempts>('attempts')

export function toUser(row: Tables['users']): User {
  const { code_hash: codeHash, code_expires_at: expiresAt, code_tries: tries } = row
  const hasCode = codeHash !== null && expiresAt !== null && tries !== null
  return { ...storedUsers.toRecord(row), verification: hasCode ? { codeHash, expiresAt, tries } : null }
}

export function fromUser(user: User): Tables['users'] {
  return {
    ...storedUsers.toRow({ ...user, email: user.email.toLowerCase() }),
    code_hash: user.verification?.codeHash ?? null,
    code_expires_at: user.verification?.expiresAt ?? null,
    code_tries: user.verification?.tries ?? null,
  }
}

/** The marks that end the sessions of a user: of all users, and of this one. */
interface MarkRow {
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
  const team = { id: row.team_id, name: row.team_name, plan: row.team_plan, createdAt: row.team_created_at }
  return { user: toUser(row), team }
}
