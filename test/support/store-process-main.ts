/** Opens a store, and calls its methods for its parent: `node store-process-main.ts URL`. */
import { openStore } from '../../server/store/open.ts'
import { serveCalls } from './callable-process.ts'

type Calls = Record<string, (...input: unknown[]) => unknown>

const opened = openStore(process.argv[2] ?? '')

serveCalls(
  // Garbage collection would end what has no reference, such as a lock.
  opened.then(() => globalThis.gc?.()),
  async (method, input) => ((await opened) as unknown as Calls)[method]?.(...input),
)
