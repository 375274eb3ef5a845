/** The store in memory passes the store suite. */
import { testStore } from '@monitoring-service/server/store-suite'
import { openStore } from '../../../server/store/open.ts'

testStore('memory:', async () => {
  const store = await openStore('memory:')
  return { store, close: () => store.close() }
})
