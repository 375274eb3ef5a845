/** The queries of single requests, each compiled once. */
import {
  type Compilable,
  type CompiledQuery,
  type Kysely,
  type QueryResult,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import type { Guard, IncidentChange } from '../store.ts'
import { type MemberRow, selectMarks, type Tables, toColumn } from './rows.ts'

/** Runs one query outside of any transaction. */
export type RunQuery = <Row>(query: CompiledQuery<Row>) => Promise<QueryResult<Row>>

/** @param schema of the tables, for what Kysely does not build. */
export function createQueries(db: Kysely<Tables>, run: RunQuery, schema: string | undefined) {
  const members = db
    .selectFrom('users')
    .innerJoin('teams', 'teams.id', 'users.team_id')
    .selectAll('users')
    .select(['teams.name as team_name', 'teams.plan as team_plan', 'teams.created_at as team_created_at'])
  return {
    findUser: prepare(run, (value: Placeholders<{ email: string }>) =>
      db.selectFrom('users').selectAll().where('email', '=', value.email),
    ),
    findMember: prepare(run, (value: Placeholders<{ id: string }>) =>
      members.select(selectMarks).where('users.id', '=', value.id),
    ),
    listScheduled: prepareList(db, run, schema, members),
    ...resourceQueries(db, run),
    ...attemptQueries(db, run),
  }
}

function resourceQueries(db: Kysely<Tables>, run: RunQuery) {
  // One statement for each set of columns and guard.
  const changes = new Map<string, PreparedIncidentWrite>()
  const removals = new Map<string, PreparedIncidentWrite>()
  const prepareFind = (table: 'monitors' | 'services') =>
    prepare(run, (value: Placeholders<{ teamId: string; id: string }>) =>
      db.selectFrom(table).select('id').where('id', '=', value.id).where('team_id', '=', value.teamId),
    )
  return {
    findIncident: prepare(run, (value: Placeholders<{ teamId: string; id: string }>) =>
      db.selectFrom('incidents').selectAll().where('id', '=', value.id).where('team_id', '=', value.teamId),
    ),
    changeIncident: (set: IncidentChange['set'], unless?: Guard) =>
      once(changes, [...Object.keys(set), unless?.field], () =>
        prepare(run, (value: Placeholders<IncidentWrite>) => {
          const columns = Object.keys(set).map((name) => [toColumn(name), value[name as keyof typeof set]])
          const update = db
            .updateTable('incidents')
            // The id, so that an empty change is a statement, too.
            .set({ id: value.id, ...Object.fromEntries(columns) })
            .where('id', '=', value.id)
            .where('team_id', '=', value.teamId)
          return (unless ? update.where(unless.field, '<>', value.value as never) : update).returningAll()
        }),
      ),
    removeIncident: (unless?: Guard) =>
      once(removals, [unless?.field], () =>
        prepare(run, (value: Placeholders<IncidentWrite>) => {
          const removal = db.deleteFrom('incidents').where('id', '=', value.id).where('team_id', '=', value.teamId)
          return (unless ? removal.where(unless.field, '<>', value.value as never) : removal).returningAll()
        }),
      ),
    findMonitor: prepareFind('monitors'),
    findService: prepareFind('services'),
    findLinkedMonitors: prepare(run, (value: Placeholders<{ id: string }>) =>
      db.selectFrom('service_monitors').select('monitor_id').where('service_id', '=', value.id).orderBy('monitor_id'),
    ),
  }
}

/** The counts of the hours find the hour in which the page begins; the index alone finds the page from there. */
function prepareList(
  db: Kysely<Tables>,
  run: RunQuery,
  schema: string | undefined,
  members: SelectQueryBuilder<Tables, 'users' | 'teams', MemberRow>,
) {
  const tableOf = (name: keyof Tables) => sql.id(...(schema === undefined ? [] : [schema]), name)
  return prepare(run, ({ offset, limit }: Placeholders<{ offset: number; limit: number }>) => {
    const page = sql<string>`(
      with hours as (
        select hour, users, sum(users) over (order by hour) as counted from ${tableOf('scheduled_hours')}
          where users > 0),
      first as (select hour, counted - users as skipped from hours where counted > ${offset} order by hour limit 1)
      select id from ${tableOf('users')} where deletion_scheduled_at >= (select hour from first)
      order by deletion_scheduled_at, id
      limit ${limit} offset coalesce((select ${offset} - skipped from first), 0))`
    const list = sql<{ total: number | string } & (MemberRow | { id: null })>`select *
      from (select coalesce(sum(users), 0) as total from ${tableOf('scheduled_hours')}) as counts
      left join (${members.where('users.id', 'in', page)}) as members on true order by deletion_scheduled_at, id`
    return { compile: () => list.compile(db) }
  })
}

function attemptQueries(db: Kysely<Tables>, run: RunQuery) {
  return {
    countAttempt: prepare(run, (value: Placeholders<{ key: string; now: string; resetsAt: string }>) =>
      db
        .insertInto('attempts')
        .values({ key: value.key, count: 1, resets_at: value.resetsAt })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            count: sql`case when attempts.resets_at <= ${value.now} then 1 else attempts.count + 1 end`,
            resets_at: sql`case when attempts.resets_at <= ${value.now} then excluded.resets_at else attempts.resets_at end`,
          }),
        )
        .returningAll(),
    ),
    findAttempts: prepare(run, (value: Placeholders<{ key: string }>) =>
      db.selectFrom('attempts').selectAll().where('key', '=', value.key),
    ),
    forgetAttempts: prepare(run, (value: Placeholders<{ key: string }>) =>
      db.deleteFrom('attempts').where('key', '=', value.key),
    ),
    dropAttempts: prepare(run, (value: Placeholders<{ now: string }>) =>
      db.deleteFrom('attempts').where('resets_at', '<=', value.now),
    ),
  }
}

type IncidentWrite = { teamId: string; id: string } & IncidentChange['set'] & Partial<Guard>
type PreparedIncidentWrite = (value: IncidentWrite) => Promise<QueryResult<Tables['incidents']>>

/** Returns the statement for these columns, which is made when it is first needed. */
function once<T>(made: Map<string, T>, columns: (string | undefined)[], make: () => T): T {
  const key = columns.join()
  const known = made.get(key) ?? make()
  made.set(key, known)
  return known
}

/** Stands for a parameter while a query is compiled. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

type Placeholders<Values> = { [Name in keyof Values]-?: RawBuilder<Exclude<Values[Name], undefined>> }

/**
 * Compiles a query once; `build` gets a placeholder for each parameter. Kysely takes longer to build a simple query
 * than SQLite takes to run it.
 */
function prepare<Values extends object, Row>(run: RunQuery, build: (value: Placeholders<Values>) => Compilable<Row>) {
  const placeholders = new Proxy({} as Placeholders<Values>, {
    get: (_, name) => sql`${new Placeholder(String(name))}`,
  })
  const compiled = build(placeholders).compile()
  return (values: Values): Promise<QueryResult<Row>> => {
    const bind = (parameter: unknown) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter
    return run({ ...compiled, parameters: compiled.parameters.map(bind) })
  }
}
