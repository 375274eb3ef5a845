/** The store in memory keeps the promises of every store. */
import { openStore } from '../../../server/store/open.ts'
import { testStore } from '../../../server/store/suite/index.ts'

testStore('memory:', async () => {
  const store = await openStore('memory:')
  return { store, close: () => store.close() }
})
