/** The store in an SQLite file passes the store suite. */
import { openStore } from '../../../server/store/open.ts'
import { testStore } from '../../../server/store/suite/index.ts'
import { makeFolder } from '../../support/folder.ts'

testStore('sqlite:', async () => {
  const folder = await makeFolder()
  const store = await openStore(`sqlite:${folder.at('data/store.db')}`)
  return { store, close: () => store.close().finally(folder.remove) }
})
