/** The store in an SQLite file keeps the promises of every store. */
import { openStore } from '../../server/store/open.ts'
import { makeFolder } from './folder.ts'
import { storeSuite } from './suite.ts'

storeSuite('sqlite:', async () => {
  const folder = await makeFolder()
  const store = await openStore(`sqlite:${folder.at('data/store.db')}`)
  return { store, close: () => store.close().finally(folder.remove) }
})
