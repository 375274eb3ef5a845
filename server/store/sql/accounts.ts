/** Adds accounts, and changes teams and users under a row lock. */
import type { Kysely } from 'kysely'
import { signUpClosedKey } from '../attempt-keys.ts'
import type { Store } from '../store.ts'
import { fromUser, selectMarks, type Tables, teams, toMarks, toUser } from './rows.ts'
import { countScheduled } from './scheduled-hours.ts'

/** Rolls back an account whose e-mail is taken. */
const emailTaken = new Error('the e-mail is taken')

type AccountWrites = Pick<Store, 'addAccount' | 'changeTeam' | 'changeUser'>

export function accountWrites(db: Kysely<Tables>, rowLocks: boolean): AccountWrites {
  return {
    addAccount(user, team, check) {
      const added = db.transaction().execute(async (transaction) => {
        await transaction.insertInto('teams').values(teams.toRow(team)).execute()
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('users')
          .values(fromUser(user))
          .onConflict((conflict) => conflict.column('email').doNothing())
          .executeTakeFirstOrThrow()
        if (numInsertedOrUpdatedRows === 0n) throw emailTaken
        await countScheduled(transaction, { added: [user.deletionScheduledAt] })
        if (check) {
          // At the end: on PostgreSQL, only a close that commits between this read and the commit is missed.
          const mark = transaction.selectFrom('attempts').select('key').where('key', '=', signUpClosedKey)
          check((await mark.executeTakeFirst()) !== undefined)
        }
        return true
      })
      return added.catch((error) => (error === emailTaken ? false : Promise.reject(error)))
    },

    changeTeam: (id, change) =>
      db.transaction().execute(async (transaction) => {
        const team = transaction.selectFrom('teams').selectAll().where('id', '=', id)
        const row = await (rowLocks ? team.forUpdate() : team).executeTakeFirst()
        if (!row) return undefined
        const changed = structuredClone(change(teams.toRecord(row)))
        await transaction.updateTable('teams').set(teams.toRow(changed)).where('id', '=', id).execute()
        return changed
      }),

    changeUser: (id, change) =>
      db.transaction().execute(async (transaction) => {
        // Locking the team keeps its members, and so `others`, unchanged until the commit.
        const team = transaction
          .selectFrom('teams')
          .select('id')
          .where('id', '=', (own) => own.selectFrom('users').select('team_id').where('users.id', '=', id))
        await (rowLocks ? team.forUpdate() : team).execute()
        const found = transaction.selectFrom('users').selectAll('users').select(selectMarks).where('users.id', '=', id)
        const row = await found.executeTakeFirst()
        if (!row) return undefined
        const { others } = await transaction
          .selectFrom('users')
          .select(({ fn }) => fn.countAll().as('others'))
          .where('team_id', '=', row.team_id)
          .where('id', '!=', id)
          .executeTakeFirstOrThrow()
        const changed = structuredClone(change(toUser(row), Number(others), toMarks(row)))
        await transaction.updateTable('users').set(fromUser(changed)).where('id', '=', id).execute()
        const schedules = { removed: [row.deletion_scheduled_at], added: [changed.deletionScheduledAt] }
        await countScheduled(transaction, schedules)
        return changed
      }),
  }
}
