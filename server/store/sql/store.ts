/** The store on SQL: SQLite for one machine, PostgreSQL for many. One set of statements for both. */
import { type CompiledQuery, type Dialect, Kysely, type QueryResult } from 'kysely'
import type { Member, Store } from '../store.ts'
import { count, dump, load } from './bulk.ts'
import { completeDeletions } from './complete-deletions.ts'
import { type DialectTypes, migrate } from './migrations.ts'
import { createQueries } from './queries.ts'
import { createCalls } from './retry.ts'
import { fromIncident, fromTeam, fromUser, type Tables, toIncident, toTeam, toUser } from './rows.ts'

export interface Engine {
  /** What operators call it; no password in it. */
  name: string
  dialect: Dialect
  dialectTypes: DialectTypes
  /** Whether a transaction must say which rows others have to wait for; otherwise it has the store for itself. */
  rowLocks: boolean
  /** Runs one statement by itself, by the shortest way. */
  run<Row>(statement: CompiledQuery<Row>, db: Kysely<Tables>): Promise<QueryResult<Row>>
}

/** Later than any date. */
const endOfTime = '~'

/** @param migrated is told which versions the tables were brought to, if any. */
export async function openSqlStore(
  { name, dialect, dialectTypes, rowLocks, ...engine }: Engine,
  migrated: (versions: string[]) => void,
): Promise<Store> {
  const db = new Kysely<Tables>({ dialect })
  try {
    migrated(await migrate(db, dialectTypes, name))
  } catch (error) {
    await db.destroy()
    throw error
  }
  const statements = createQueries(db, (statement) => engine.run(statement, db))
  const { run, close } = createCalls(() => db.destroy())
  const lock = <Query extends { forUpdate(): Query }>(query: Query): Query => (rowLocks ? query.forUpdate() : query)

  return {
    isEmpty: () =>
      run(async () => (await db.selectFrom('teams').select('id').limit(1).executeTakeFirst()) === undefined),
    load: (data) => run(() => load(db, data, rowLocks)),
    dump: () => run(() => dump(db)),
    count: () => run(() => count(db)),

    addAccount: (user, team) =>
      run(() =>
        db
          .transaction()
          .execute(async (transaction) => {
            await transaction.insertInto('teams').values(fromTeam(team)).execute()
            const { numInsertedOrUpdatedRows } = await transaction
              .insertInto('users')
              .values(fromUser(user))
              .onConflict((known) => known.column('email').doNothing())
              .executeTakeFirstOrThrow()
            if (numInsertedOrUpdatedRows === 0n) throw taken
            return true
          })
          .catch((error) => (error === taken ? false : Promise.reject(error))),
      ),
    findUser: (email) =>
      run(async () => {
        const [row] = (await statements.findUser({ email: email.toLowerCase() })).rows
        return row && toUser(row)
      }),
    findMember: (id) =>
      run(async () => {
        const [row] = (await statements.findMember({ id })).rows
        return row && toMember(row)
      }),
    changeTeam: (id, change) =>
      run(() =>
        db.transaction().execute(async (transaction) => {
          const row = await lock(transaction.selectFrom('teams').selectAll().where('id', '=', id)).executeTakeFirst()
          if (!row) return undefined
          const changed = structuredClone(change(toTeam(row)))
          await transaction.updateTable('teams').set(fromTeam(changed)).where('id', '=', id).execute()
          return changed
        }),
      ),
    changeUser: (id, change) =>
      run(() =>
        db.transaction().execute(async (transaction) => {
          // Nobody joins or leaves the team meanwhile: `others` stays true until the change is there.
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
      ),

    // Read, judge, and write only what nobody has changed meanwhile: two round trips and no lock. Each further round
    // means that somebody else was done.
    changeIncident: (teamId, id, change) =>
      run(async () => {
        for (;;) {
          const [row] = (await statements.findIncident({ teamId, id })).rows
          if (!row) return undefined
          const changed = { ...fromIncident(change(toIncident(row))), id, team_id: teamId, revision: row.revision }
          const { numAffectedRows } = await statements.changeIncident(changed)
          if (numAffectedRows === 1n) return toIncident(changed)
        }
      }),
    removeIncident: (teamId, id, check) =>
      run(async () => {
        for (;;) {
          const [row] = (await statements.findIncident({ teamId, id })).rows
          if (!row) return undefined
          check(toIncident(row))
          const { numAffectedRows } = await statements.removeIncident({ id, revision: row.revision })
          if (numAffectedRows === 1n) return toIncident(row)
        }
      }),

    resetMonitorStats: (teamId, id, before = endOfTime) =>
      run(async () => {
        const { rows } = await statements.findMonitor({ teamId, id })
        if (rows.length === 0) return undefined
        return Number((await statements.resetMonitorStats({ id, before })).numAffectedRows)
      }),
    resetServiceStats: (teamId, id, before = endOfTime) =>
      run(async () => {
        const { rows } = await statements.findService({ teamId, id })
        if (rows.length === 0) return undefined
        return Number((await statements.resetServiceStats({ id, before })).numAffectedRows)
      }),

    listDeletionRequests: (offset, limit) =>
      run(async () => {
        const { rows } = await statements.listScheduled({ offset, limit })
        const [counted] = (await statements.countScheduled({})).rows
        return { members: rows.map(toMember), total: Number(counted?.total) }
      }),
    completeDeletions: (now, limit) => run(() => completeDeletions(db, now, limit, rowLocks)),

    countAttempt: (key, now, resetsAt) =>
      run(async () => {
        const [row] = (await statements.countAttempt({ key, now, resetsAt })).rows
        if (!row) throw new Error('a counted try was not returned')
        return { key: row.key, count: row.count, resetsAt: row.resets_at }
      }),
    forgetAttempts: (key) => run(async () => void (await statements.forgetAttempts({ key }))),
    dropAttempts: (now) => run(async () => void (await statements.dropAttempts({ now }))),
    close,
  }
}

/** Rolls an account back whose e-mail is somebody else's. */
const taken = new Error('the e-mail is taken')

type MemberRow = Tables['users'] & {
  team_name: string | null
  team_plan: Member['team']['plan']
  team_created_at: string
}

function toMember(row: MemberRow): Member {
  const team = { id: row.team_id, name: row.team_name, plan: row.team_plan, created_at: row.team_created_at }
  return { user: toUser(row), team: toTeam(team) }
}
