/** Prepares each new connection to PostgreSQL: checks that commits are durable, and sets a bound for every wait. */
import type pg from 'pg'
import type { PostgresUrl } from './postgres-url.ts'

/** The bounds of a session, in milliseconds. */
const bounds = { statement_timeout: 10_000, lock_timeout: 5_000, idle_in_transaction_session_timeout: 5_000 }

/** A backend of PostgreSQL: a process id alone is used again. */
export interface Session {
  pid: number
  started: string | null
  isCockroach: boolean
  /** Whether a pooler may run each statement in another session, which has not prepared it. */
  isPooled: boolean
}

interface Facts extends Omit<Session, 'isCockroach' | 'isPooled'> {
  name: string
  setting: string
}

const facts = `select pg_backend_pid() as pid, name, setting,
  (select extract(epoch from backend_start)::text from pg_catalog.pg_stat_activity
    where pid = pg_backend_pid()) as started
  from pg_catalog.pg_settings where name = any($1)`
/** The session settings that statements rely on: all characters, foreign keys, and locks that show what was committed before. */
const required: Record<string, string[]> = {
  server_encoding: ['UTF8'],
  session_replication_role: ['origin', 'local'],
  default_transaction_isolation: ['read committed', 'serializable'],
}
const durability = ['fsync', 'full_page_writes']
const names = [
  ...durability,
  'synchronous_commit',
  'transaction_read_only',
  'crdb_version',
  ...Object.keys(required),
  ...Object.keys(bounds),
]

/**
 * @param isBounded whether statements end after some seconds.
 * @throws Error in one line that says what to set; an engine that only speaks the protocol may not know a setting.
 */
export async function prepareSession(
  client: pg.ClientBase,
  { isDurable, isWritable }: PostgresUrl,
  isBounded: boolean,
): Promise<Session> {
  const { rows } = await client.query<Facts>(facts, [names])
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]))
  const off = durability.filter((name) => settings.get(name) === 'off')
  if (off.length > 0) throw new Error(`${off.join(' and ')} must be on, or what was acknowledged can be lost`)
  const commit = settings.get('synchronous_commit')
  if (commit !== undefined && !isDurable(commit)) {
    throw new Error(`synchronous_commit is ${commit}, which can lose what was acknowledged; set it to on`)
  }
  for (const [name, allowed] of Object.entries(required)) {
    const value = settings.get(name)
    if (value === undefined || allowed.includes(value)) continue
    throw new Error(`${name} is ${value}, but must be ${allowed.join(' or ')}`)
  }
  if (isWritable && settings.get('transaction_read_only') === 'on') throw new Error('the host accepts no writes')
  const { pid = 0, started = null } = rows[0] ?? {}
  const isCockroach = settings.has('crdb_version')
  const loose = Object.entries(bounds).filter(([name, most]) => !isWithin(Number(settings.get(name)), most))
  const isPooled = !isCockroach && pid !== (client as { processID?: number }).processID
  if (!isPooled) {
    const values = isBounded ? loose : Object.keys(bounds).map((name) => [name, 0] as const)
    // A value of the session stays when the database's own value changes.
    const pinned = commit === undefined ? values : [...values, ['synchronous_commit', commit] as const]
    await client.query(pinned.map(([name, value]) => `set ${name} = ${value}`).join(';'))
  } else if (isBounded && loose.length > 0) {
    // A pooler may give each transaction another session.
    const needed = loose.map(([name, most]) => `ALTER ROLE CURRENT_USER SET ${name} = ${most}`)
    throw new Error(`behind a connection pooler the role must have the bounds: ${needed.join('; ')}; then RECONNECT it`)
  }
  return { pid, started, isCockroach, isPooled }
}

/** Zero is no bound. */
function isWithin(value: number, most: number): boolean {
  return value > 0 && value <= most
}
