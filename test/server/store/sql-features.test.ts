/**
 * The store on PostgreSQL sends no other SQL than is listed here: each kind and word is documented for CockroachDB from
 * 24.3 and for YugabyteDB, which speak PostgreSQL's protocol.
 */
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import { emptyData } from '../../../server/store/records.ts'
import type { Store } from '../../../server/store/store.ts'
import { readCalls, writeCalls } from '../../../server/store/suite/sample-calls.ts'
import { sampleData } from '../../../server/store/suite/sample-data.ts'
import { makeDatabase } from '../../support/postgres/database.ts'

/** The first words of each statement. */
const kinds = [
  ...['start transaction', 'begin', 'commit', 'set', 'select', 'insert into', 'update', 'delete from'],
  // CockroachDB knows triggers from 24.3.
  ...['create table', 'create index', 'drop trigger', 'drop function'],
]

/** All words, but the names of the store's tables, columns and indexes. */
const words = [
  ...['and any array as begin by cascade case collate commit conflict constraint create default delete do drop'],
  ...['else end exists false for from function group having if in index inner insert into is isolation join key left'],
  ...[
    'level limit local not nothing null offset on only or order over primary read references repeatable returning select set',
  ],
  ...['share start table then transaction trigger true union all unique update values when where with'],
  // Types and functions.
  ...[
    'int4 integer text varchar coalesce count extract epoch substr sum clock_timestamp current_schema current_schemas',
  ],
  ...['current_setting col_description has_schema_privilege pg_backend_pid pg_get_serial_sequence quote_ident'],
  // Tables of the system, and their columns.
  ...[
    'pg_catalog pg_class pg_namespace pg_settings pg_stat_activity attname attnum attrelid backend_start nspname oid',
  ],
  ...['pid relname relnamespace setting'],
  // Settings.
  ...['idle_in_transaction_session_timeout lock_timeout statement_timeout synchronous_commit'],
  // Names within a statement, and those that the first versions made.
  ...['a c ns counted counts current excluded first holders hours members path skipped started time total'],
  ...['count_scheduled users_counted'],
].flatMap((line) => line.split(' '))

/** What the documents of one of both refuse, or accept and leave without effect. */
const refused: [what: string, sql: string][] = [
  ['a lock of a table', 'lock table users in row exclusive mode'],
  ['a trigger', 'create trigger counted after insert on users for each row execute function count()'],
  ['a function', 'create function count() returns trigger language plpgsql as $$ begin end $$'],
  ['a row of the storage', 'select ctid from users'],
]

/** Quoted names and texts, and the parameters of a statement. */
const quoted = /"[^"]*"|'[^']*'|\$\d+/g

const wordsOf = (sql: string) =>
  sql
    .replace(quoted, ' ')
    .toLowerCase()
    .match(/[a-z_]\w*/g) ?? []

/** Returns what a statement has that is not listed. */
function unlisted(sql: string, own: readonly string[] = []): string[] {
  const used = wordsOf(sql)
  const start = `${used.join(' ')} `
  const kind = kinds.some((one) => start.startsWith(`${one} `)) ? [] : [start.slice(0, 30)]
  return [...kind, ...used.filter((word) => !words.includes(word) && !own.includes(word))]
}

/** Hands all that this process sends to PostgreSQL to `use`; returns a function that ends this. */
function listen(use: (sql: string) => void): () => void {
  const { prototype } = pg.Client
  const { query } = prototype
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text: string }]
    for (const sql of (typeof statement === 'string' ? statement : statement.text).split(';')) use(sql)
    return (query as (...all: unknown[]) => unknown).apply(this, args)
  } as typeof query
  return () => {
    prototype.query = query
  }
}

it('All SQL of migrations and calls is of kinds and words that both engines document', async () => {
  const { url, remove } = await makeDatabase()
  onTestFinished(remove)
  const sent = new Set<string>()
  const end = listen((sql) => sent.add(sql))
  const store = await openStore(url)
  await callAll(store).finally(store.close).finally(end)
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(names).finally(() => client.end())
  const own = rows.map(({ name }) => name)
  const found = [...sent].flatMap((sql) => unlisted(sql, own).map((what) => `${what}: ${sql.trim().slice(0, 200)}`))
  expect(found).toEqual([])
  const used = new Set([...sent].flatMap(wordsOf))
  expect(words.filter((word) => !used.has(word))).toEqual([])
})

it.each(refused)('SQL with %s is not listed', (_, sql) => {
  expect(unlisted(sql)).not.toEqual([])
})

const names = `select relname as name from pg_class where relnamespace = 'public'::regnamespace
  union select column_name from information_schema.columns where table_schema = 'public'
  union select conname from pg_constraint where connamespace = 'public'::regnamespace`

async function callAll(store: Store): Promise<void> {
  const many = Array.from({ length: 1_000 }, (_, n) => ({ id: `many${n}`, teamId: 'acme' }))
  async function* pieces() {
    yield sampleData()
  }
  await store.restore(pieces())
  for (const call of [...Object.values(readCalls), ...Object.values(writeCalls)]) await call(store)
  await store.load({ ...emptyData(), monitors: many })
  await store.changeIncident('globex', 'globex-open', {
    set: { status: 'resolved' },
    unless: { field: 'status', value: 'resolved', code: 'INCIDENT_ALREADY_RESOLVED' },
  })
  await store.probe()
  await store.time()
}
