/** Dumps and counts the records of all tables. */
import { type Kysely, sql, type Transaction } from 'kysely'
import { addPiece, type Data, emptyData } from '../records.ts'
import type { Tables } from './rows.ts'
import { listNames, storedLists } from './stored-lists.ts'

/** Rows per statement of a dump, so that no statement takes long. */
const pageSize = 1_000

/** Implements Store.dumpPieces. */
export function dumpPieces(db: Kysely<Tables>, use: (piece: Data) => Promise<void>): Promise<void> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (transaction) => {
    for (const name of listNames) {
      const toRecord = storedLists[name].toRecord as (row: object) => object
      for await (const rows of readPages(transaction, name)) {
        const piece = { ...emptyData(), [name]: rows.map(toRecord) }
        await addLinks(transaction, piece.services)
        await use(piece)
      }
    }
  })
}

/** Returns a consistent snapshot of all records. */
export async function dump(db: Kysely<Tables>): Promise<Data> {
  const all = emptyData()
  await dumpPieces(db, async (piece) => addPiece(all, piece))
  return all
}

/** Adds their monitors to a page of services, which is in the order of their ids. */
async function addLinks(transaction: Transaction<Tables>, services: Data['services']): Promise<void> {
  if (services.length === 0) return
  const links = await transaction
    .selectFrom('service_monitors')
    .selectAll()
    .where('service_id', '>=', services[0]?.id ?? '')
    .where('service_id', '<=', services.at(-1)?.id ?? '')
    .orderBy('service_id')
    .orderBy('monitor_id')
    .execute()
  const linksOf = Map.groupBy(links, ({ service_id }) => service_id)
  for (const service of services) {
    service.monitorIds = linksOf.get(service.id)?.map(({ monitor_id }) => monitor_id) ?? []
  }
}

type Row = Record<string, unknown>

/** Reads a table page by page in the order of its primary key. */
async function* readPages(transaction: Transaction<Tables>, name: keyof Data): AsyncGenerator<Row[]> {
  const { table, key } = storedLists[name]
  const columns = sql.join(key.map((name) => sql.ref(name)))
  let last: Row | undefined
  for (;;) {
    const all = (transaction as unknown as Kysely<Record<string, Row>>).selectFrom(table).selectAll()
    const values = last && key.map((name) => last?.[name])
    const rest = values ? all.where(sql<boolean>`(${columns}) > (${sql.join(values)})`) : all
    const rows = await rest.orderBy(columns).limit(pageSize).execute()
    if (rows.length > 0) yield rows
    if (rows.length < pageSize) return
    last = rows.at(-1)
  }
}

export async function count(db: Kysely<Tables>): Promise<Record<keyof Data, number>> {
  const counts = listNames.map(async (name) => {
    const counted = db.selectFrom(storedLists[name].table).select(({ fn }) => fn.countAll().as('rows'))
    return [name, Number((await counted.executeTakeFirstOrThrow()).rows)]
  })
  return Object.fromEntries(await Promise.all(counts))
}
