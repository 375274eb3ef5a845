/** Opens a store, prints `open` or the error, and keeps it open until stdin ends: `node hold-store.ts FILE`. */
import { once } from 'node:events'
import { durableFile } from '../../../../server/store/lowdb/durable-file.ts'
import { openLowdbStore } from '../../../../server/store/lowdb/store.ts'

try {
  const store = await openLowdbStore(await durableFile(process.argv[2] ?? ''))
  // Without a reference, garbage collection would release the lock.
  globalThis.gc?.()
  console.log('open')
  await once(process.stdin.resume(), 'end')
  await store.close()
  console.log('closed')
  setInterval(() => {}, 1_000)
} catch (error) {
  console.log((error as Error).message)
}
