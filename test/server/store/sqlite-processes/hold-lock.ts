/** A process that holds the lock of those who write to an SQLite file, until its input ends. `node hold.ts FILE` */
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'

const database = new DatabaseSync(process.argv[2] ?? '')
database.exec('begin immediate')
process.stdout.write('held')
await once(process.stdin.resume(), 'end')
database.exec('rollback')
database.close()
