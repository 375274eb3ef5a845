/** The store in a PostgreSQL database keeps the promises of every store. */
import { openStore } from '../../server/store/open.ts'
import { makeDatabase } from '../postgres/database.ts'
import { storeSuite } from './suite.ts'

storeSuite('postgres:', async () => {
  const { url, remove } = await makeDatabase()
  const store = await openStore(url)
  return { store, close: () => store.close().finally(remove) }
})
