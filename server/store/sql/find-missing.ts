/** Finds out which records of a load are stored already. */
import { type Kysely, sql } from 'kysely'
import { DuplicateKeyError, keysOf } from '../integrity.ts'
import { type Data, emptyData } from '../records.ts'
import { chunks } from './chunks.ts'
import type { Tables } from './rows.ts'

/**
 * Returns the records whose first key is not stored.
 * @throws DuplicateKeyError if another user has the e-mail, or, unless `resume`, a record is stored.
 */
export async function findMissing(db: Kysely<Tables>, data: Data, resume: boolean): Promise<Data> {
  const missing = emptyData()
  for (const [name, records] of Object.entries(data) as [keyof Data, Data[keyof Data][number][]][]) {
    for (const some of chunks(records)) {
      const stored = await findStored(db, name, some)
      for (const record of some) {
        if (!stored.has(keysOf(record)[0])) (missing[name] as object[]).push(record)
        else if (!resume) throw new DuplicateKeyError(name, ...keysOf(record))
      }
    }
  }
  return missing
}

/** Returns the first keys of the stored ones among some records. */
async function findStored(db: Kysely<Tables>, name: keyof Data, records: Data[keyof Data][number][]) {
  const keys = records.map((record) => keysOf(record)[0])
  if (name === 'attempts') {
    const rows = await db.selectFrom('attempts').select('key').where('key', 'in', keys).execute()
    return new Set(rows.map(({ key }) => key))
  }
  if (name === 'dailyStats') {
    const pairs = sql.join((records as Data['dailyStats']).map(({ monitorId, date }) => sql`(${monitorId}, ${date})`))
    const isStored = sql<boolean>`(monitor_id, date) in (values ${pairs})`
    const rows = await db.selectFrom('monitor_daily_stats').selectAll().where(isStored).execute()
    return new Set(rows.map(({ monitor_id, date }) => `${monitor_id} ${date}`))
  }
  if (name === 'users') await assertEmailsFree(db, records as Data['users'])
  const rows = await db.selectFrom(name).select('id').where('id', 'in', keys).execute()
  return new Set(rows.map(({ id }) => id))
}

async function assertEmailsFree(db: Kysely<Tables>, users: Data['users']): Promise<void> {
  const idOf = new Map(users.map(({ id, email }) => [email.toLowerCase(), id]))
  const taken = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', 'in', [...idOf.keys()])
    .execute()
  for (const { id, email } of taken) if (idOf.get(email) !== id) throw new DuplicateKeyError('users', email)
}
