/** Opens a store, and calls its methods for its parent, or opens another and closes it: `node store-process-main.ts URL`. */
import { openStore } from '../../server/store/open.ts'
import { serveCalls } from './callable-process.ts'

type Calls = Record<string, (...input: unknown[]) => unknown>

const opened = openStore(process.argv[2] ?? '')

serveCalls(
  // Garbage collection would end what has no reference, such as a lock.
  opened.then(() => globalThis.gc?.()),
  async (method, input) =>
    method === 'tryOpen'
      ? (await openStore(String(input[0]))).close()
      : ((await opened) as unknown as Calls)[method]?.(...input),
)
