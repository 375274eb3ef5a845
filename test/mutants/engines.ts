/** Mutants of the two engines of the SQL stores. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of templates.
import { inFile } from './mutant.ts'

export const sqlite = inFile('server/store/sql/sqlite.ts', ['sqlite'], {
  "another program's file is opened": ['if (bytesRead > 0 && !isOurs) throw', 'if (!file) throw'],
  'a file has no mark': ['    mark(database)\n', ''],
  'what SQLite has undone is undone again': ['if (this.#database.isTransaction) await', 'await'],
  'there is no journal ahead': ['pragma journal_mode = wal; ', ''],
  'what is acknowledged is not on the disk': [
    "pragma synchronous = full')\n",
    "pragma synchronous = normal')\n  if (database) return\n",
  ],
  'a transaction locks when it is too late': ["'begin immediate'", "'begin'"],
  'nobody waits for another process': ['const busyTimeout = 2_000', 'const busyTimeout = 0'],
  'the file is for everybody to read': ['    if (bytesRead === 0) await handle.chmod(0o600)\n', ''],
  'readers see what is not acknowledged': ['return database.isTransaction ? alone(work) : work()', 'return work()'],
})

export const sqliteStatements = inFile('server/store/sql/sqlite-statements.ts', ['sqlite'], {
  "SQLite's errors come out as they are": [
    'if (errcode !== undefined && unavailable.has(errcode & 0xff)) throw',
    'if (!error) throw',
  ],
  'only the general errors are told apart': ['unavailable.has(errcode & 0xff)', 'unavailable.has(errcode)'],
  'statements are kept under one name': [
    'const known = kept.get(sql)',
    'const known = kept.get([...kept.keys()][0] ?? sql)',
  ],
  'a row has no names': ['row[names[n] as string] = cells[n]', 'row[n] = cells[n]'],
})

export const group = inFile('server/store/sql/group.ts', ['sqlite'], {
  'one write that fails takes all along': ['      if (!inTransaction()) throw error\n', '      throw error\n'],
  'a write that SQLite has undone is done': ['      if (!inTransaction()) throw error\n', ''],
  'acknowledged before it is on the disk': [
    "      if (together) exec('commit')\n      for (const tell of outcomes) tell()\n",
    "      for (const tell of outcomes) tell()\n      if (together) exec('commit')\n",
  ],
  'a transaction that failed stays open': ["      if (inTransaction()) exec('rollback')\n", ''],
  "writes join somebody else's transaction": ['(inTransaction() ? alone(run) : run())', 'run()'],
  'each write is by itself': ['if (waiting.length === 1) setImmediate', 'setImmediate'],
})

export const postgres = inFile('server/store/sql/postgres.ts', ['postgres'], {
  'a database that forgets is opened': ['await checkDurable(pool)', "await pool.query('select')"],
  'a commit that is not on the disk is good enough': [
    "'fsync', 'synchronous_commit', 'full_page_writes'",
    "'fsync', 'full_page_writes'",
  ],
  'a page by half is good enough': [
    "'fsync', 'synchronous_commit', 'full_page_writes'",
    "'fsync', 'synchronous_commit'",
  ],
  'a NUL is an error': ["if (text.startsWith('select') && values.some(hasNul)) return nothing\n", '\n'],
  'a lost connection is used again': ['client.release(', 'client.release(false && '],
  'a lost connection is asked again': ['    if (lost) throw lost\n', ''],
  'a lost idle connection ends the process': ["  pool.on('error', () => {})\n", ''],
  'a lost busy connection ends the process': [
    "  pool.on('connect', (client) => client.on('error', () => {}))\n",
    '',
    { survives: 'there is always a query under way on it, which is told instead; a later driver may differ' },
  ],
  "the driver's errors come out as they are": [
    "if (!(error instanceof pg.DatabaseError)) return new ApiError('UNAVAILABLE', { cause: error })",
    'if (!(error instanceof pg.DatabaseError)) return error',
  ],
  "the database's errors come out as they are": [
    'if (/^(08|25P|28|3D|40|53|57|58|XX|55P03|25006)/.test(code))',
    'if (!code)',
  ],
  'a lock that is not to be had comes out as it is': ['|55P03|', '|'],
  'an end by the operator comes out as it is': ['|53|57|58|', '|53|58|'],
  'a deadlock is not repeated': ['/^(40001|40P01)$/', '/^(40001)$/'],
  'an answer is waited for without end': ['  query_timeout: 12_000,\n', ''],
  'a connection is waited for without end': ['  connectionTimeoutMillis: 5_000,\n', ''],
  'a statement takes as long as it likes': ['  statement_timeout: 10_000,\n', ''],
  'a lock is waited for without end': ['  lock_timeout: 5_000,\n', ''],
  'a transaction stays open without end': ['  idle_in_transaction_session_timeout: 5_000,\n', ''],
  'the number of connections is fixed': [
    "application_name: 'monitoring-service', max, ",
    "application_name: 'monitoring-service', ",
  ],
  'letters are ordered by language': ['\'text collate "C"\'', "'text'"],
  'rows are not locked': ['rowLocks: true', 'rowLocks: false'],
  'numbers of rows are not told': ['BigInt(rowCount ?? 0)', 'BigInt(rowCount ? 1 : 0)'],
})
