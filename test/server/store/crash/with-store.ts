/** Opens a store beside the server and closes it after use. */
import { openStore } from '../../../../server/store/open.ts'
import type { Store } from '../../../../server/store/store.ts'

export class StoreOpenError extends Error {}

/** @throws StoreOpenError if the store cannot be opened. */
export async function withStore<T>(url: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(url).catch((cause) => {
    throw new StoreOpenError(`${url}: ${cause.message}`, { cause })
  })
  return work(store).finally(() => store.close())
}
