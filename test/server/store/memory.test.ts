/** The store in memory keeps the promises of every store. */
import { openStore } from '../../../server/store/open.ts'
import { storeSuite } from '../../../server/store/suite/index.ts'

storeSuite('memory:', async () => {
  const store = await openStore('memory:')
  return { store, close: () => store.close() }
})
