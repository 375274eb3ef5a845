/** The store in a PostgreSQL database keeps the promises of every store. */
import { openStore } from '../../server/store/open.ts'
import { shareDatabase } from '../postgres/database.ts'
import { storeSuite } from './suite.ts'

const { empty } = shareDatabase()

storeSuite('postgres:', async () => {
  const store = await openStore(await empty())
  return { store, close: () => store.close() }
})
