/** All mutants there are. */
import { defences } from './defences.ts'
import { group, postgres, sqlite, sqliteStatements } from './engines.ts'
import { file } from './file.ts'
import { loading, lowdb, queue } from './lowdb.ts'
import type { Mutant } from './mutant.ts'
import { calls, sql, statements, tables } from './sql.ts'
import { bulk, completion, migrations } from './sql-steps.ts'

export const all: Mutant[] = [
  lowdb,
  queue,
  file,
  loading,
  sql,
  statements,
  calls,
  tables,
  bulk,
  completion,
  migrations,
  sqlite,
  sqliteStatements,
  group,
  postgres,
  defences,
].flat()
