/** Opens a store beside the servers and closes it after use. */
import { openStore } from '../../../../server/store/open.ts'
import type { Store } from '../../../../server/store/store.ts'

export async function withStore<T>(url: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(url)
  return work(store).finally(() => store.close())
}
