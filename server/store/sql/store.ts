/** The store on SQL, with the same queries for every engine: SQLite on one machine, PostgreSQL for several servers. */
import { type CompiledQuery, type Dialect, Kysely, type QueryResult } from 'kysely'
import type { Member, Store } from '../store.ts'
import { count, dump, load } from './bulk.ts'
import { completeDeletions } from './complete-deletions.ts'
import { type DialectTypes, migrate } from './migrations.ts'
import { createQueries, type Queries } from './queries.ts'
import { guardMethods } from './retry.ts'
import { fromIncident, fromTeam, fromUser, type Tables, toIncident, toTeam, toUser } from './rows.ts'

export interface Engine {
  /** The name in error messages, without a password. */
  name: string
  dialect: Dialect
  dialectTypes: DialectTypes
  /** Whether a transaction must lock the rows it relies on. Without row locks, only one transaction runs at a time. */
  rowLocks: boolean
  /** Runs one query outside of any transaction, bypassing Kysely. */
  run<Row>(query: CompiledQuery<Row>, db: Kysely<Tables>): Promise<QueryResult<Row>>
}

/** @param onMigrated receives the schema versions that were applied, if any. */
export async function openSqlStore(engine: Engine, onMigrated: (versions: string[]) => void): Promise<Store> {
  const db = new Kysely<Tables>({ dialect: engine.dialect })
  try {
    onMigrated(await migrate(db, engine.dialectTypes, engine.name))
  } catch (error) {
    await db.destroy()
    throw error
  }
  const queries = createQueries(db, (query) => engine.run(query, db))
  const methods = {
    ...bulkMethods(db, engine.rowLocks),
    ...accountMethods(db, queries),
    ...changeMethods(db, engine.rowLocks),
    ...incidentMethods(queries),
    ...statisticsMethods(queries),
    ...deletionMethods(db, queries, engine.rowLocks),
    ...attemptMethods(queries),
  }
  return guardMethods(methods, () => db.destroy())
}

function bulkMethods(db: Kysely<Tables>, rowLocks: boolean): Pick<Store, 'isEmpty' | 'load' | 'dump' | 'count'> {
  return {
    isEmpty: async () => (await db.selectFrom('teams').select('id').limit(1).executeTakeFirst()) === undefined,
    load: (data) => load(db, data, rowLocks),
    dump: () => dump(db),
    count: () => count(db),
  }
}

/** Rolls back an account whose e-mail is taken. */
const emailTaken = new Error('the e-mail is taken')

function accountMethods(db: Kysely<Tables>, queries: Queries): Pick<Store, 'addAccount' | 'findUser' | 'findMember'> {
  return {
    addAccount(user, team) {
      const added = db.transaction().execute(async (transaction) => {
        await transaction.insertInto('teams').values(fromTeam(team)).execute()
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('users')
          .values(fromUser(user))
          .onConflict((conflict) => conflict.column('email').doNothing())
          .executeTakeFirstOrThrow()
        if (numInsertedOrUpdatedRows === 0n) throw emailTaken
        return true
      })
      return added.catch((error) => (error === emailTaken ? false : Promise.reject(error)))
    },
    async findUser(email) {
      const [row] = (await queries.findUser({ email: email.toLowerCase() })).rows
      return row && toUser(row)
    },
    async findMember(id) {
      const [row] = (await queries.findMember({ id })).rows
      return row && toMember(row)
    },
  }
}

function changeMethods(db: Kysely<Tables>, rowLocks: boolean): Pick<Store, 'changeTeam' | 'changeUser'> {
  const lock = <Query extends { forUpdate(): Query }>(query: Query): Query => (rowLocks ? query.forUpdate() : query)
  return {
    changeTeam: (id, change) =>
      db.transaction().execute(async (transaction) => {
        const row = await lock(transaction.selectFrom('teams').selectAll().where('id', '=', id)).executeTakeFirst()
        if (!row) return undefined
        const changed = structuredClone(change(toTeam(row)))
        await transaction.updateTable('teams').set(fromTeam(changed)).where('id', '=', id).execute()
        return changed
      }),
    changeUser: (id, change) =>
      db.transaction().execute(async (transaction) => {
        // Locking the team keeps its members, and so `others`, unchanged until the commit.
        const team = transaction
          .selectFrom('teams')
          .select('id')
          .where('id', '=', (own) => own.selectFrom('users').select('team_id').where('users.id', '=', id))
        await lock(team).execute()
        const row = await transaction.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
        if (!row) return undefined
        const { others } = await transaction
          .selectFrom('users')
          .select(({ fn }) => fn.countAll().as('others'))
          .where('team_id', '=', row.team_id)
          .where('id', '!=', id)
          .executeTakeFirstOrThrow()
        const changed = structuredClone(change(toUser(row), Number(others)))
        await transaction.updateTable('users').set(fromUser(changed)).where('id', '=', id).execute()
        return changed
      }),
  }
}

/**
 * Optimistic locking: reads, applies the rule, and writes only if the revision is unchanged. This takes two round trips
 * and no lock. Each further loop means that another caller succeeded.
 */
function incidentMethods(queries: Queries): Pick<Store, 'changeIncident' | 'removeIncident'> {
  return {
    async changeIncident(teamId, id, change) {
      for (;;) {
        const [row] = (await queries.findIncident({ teamId, id })).rows
        if (!row) return undefined
        const changed = { ...fromIncident(change(toIncident(row))), id, team_id: teamId, revision: row.revision }
        const { numAffectedRows } = await queries.changeIncident(changed)
        if (numAffectedRows === 1n) return toIncident(changed)
      }
    },
    async removeIncident(teamId, id, check) {
      for (;;) {
        const [row] = (await queries.findIncident({ teamId, id })).rows
        if (!row) return undefined
        check(toIncident(row))
        const { numAffectedRows } = await queries.removeIncident({ id, revision: row.revision })
        if (numAffectedRows === 1n) return toIncident(row)
      }
    },
  }
}

/** Sorts after every date. */
const endOfTime = '~'

function statisticsMethods(queries: Queries): Pick<Store, 'resetMonitorStats' | 'resetServiceStats'> {
  return {
    async resetMonitorStats(teamId, id, before = endOfTime) {
      const { rows } = await queries.findMonitor({ teamId, id })
      if (rows.length === 0) return undefined
      return Number((await queries.resetMonitorStats({ id, before })).numAffectedRows)
    },
    async resetServiceStats(teamId, id, before = endOfTime) {
      const { rows } = await queries.findService({ teamId, id })
      if (rows.length === 0) return undefined
      return Number((await queries.resetServiceStats({ id, before })).numAffectedRows)
    },
  }
}

function deletionMethods(
  db: Kysely<Tables>,
  queries: Queries,
  rowLocks: boolean,
): Pick<Store, 'listDeletionRequests' | 'completeDeletions'> {
  return {
    async listDeletionRequests(offset, limit) {
      const { rows } = await queries.listScheduled({ offset, limit })
      const [counted] = (await queries.countScheduled({})).rows
      return { members: rows.map(toMember), total: Number(counted?.total) }
    },
    completeDeletions: (now, limit) => completeDeletions(db, now, limit, rowLocks),
  }
}

function attemptMethods(queries: Queries): Pick<Store, 'countAttempt' | 'forgetAttempts' | 'dropAttempts'> {
  return {
    async countAttempt(key, now, resetsAt) {
      const [row] = (await queries.countAttempt({ key, now, resetsAt })).rows
      if (!row) throw new Error('a counted attempt was not returned')
      return { key: row.key, count: row.count, resetsAt: row.resets_at }
    },
    forgetAttempts: async (key) => void (await queries.forgetAttempts({ key })),
    dropAttempts: async (now) => void (await queries.dropAttempts({ now })),
  }
}

type MemberRow = Tables['users'] & {
  team_name: string | null
  team_plan: Member['team']['plan']
  team_created_at: string
}

function toMember(row: MemberRow): Member {
  const team = { id: row.team_id, name: row.team_name, plan: row.team_plan, created_at: row.team_created_at }
  return { user: toUser(row), team: toTeam(team) }
}
