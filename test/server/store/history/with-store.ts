/** Opens a store beside the servers, as an operator's command does, and closes it after use. */
import { openStore } from '../../../../server/store/open.ts'
import type { Store } from '../../../../server/store/store.ts'

export async function withStore<T>(url: string, work: (store: Store) => Promise<T>): Promise<T> {
  // On a busy machine, half a million records take longer to prepare than a transaction of a server may be idle.
  const store = await openStore(url, { isBounded: false })
  return work(store).finally(() => store.close())
}
