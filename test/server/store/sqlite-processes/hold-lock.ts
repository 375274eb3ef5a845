/** Holds the write lock of an SQLite file until stdin ends: `node hold-lock.ts FILE`. */
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'

const database = new DatabaseSync(process.argv[2] ?? '')
database.exec('begin immediate')
process.stdout.write('held')
await once(process.stdin.resume(), 'end')
database.exec('rollback')
database.close()
