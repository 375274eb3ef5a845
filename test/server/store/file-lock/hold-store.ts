/** A process that opens a store, says so or why not, and keeps it until its input ends: `node hold.ts FILE`. */
import { once } from 'node:events'
import { durableFile } from '../../../../server/store/lowdb/durable-file.ts'
import { openLowdbStore } from '../../../../server/store/lowdb/store.ts'

try {
  const store = await openLowdbStore(await durableFile(process.argv[2] ?? ''))
  // A lock that nobody refers to would go with the garbage.
  globalThis.gc?.()
  console.log('open')
  await once(process.stdin.resume(), 'end')
  await store.close()
  console.log('closed')
  setInterval(() => {}, 1_000)
} catch (error) {
  console.log((error as Error).message)
}
