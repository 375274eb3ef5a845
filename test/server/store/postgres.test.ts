/** The store in a PostgreSQL database passes the store suite. */
import { openStore } from '../../../server/store/open.ts'
import { testStore } from '../../../server/store/suite/index.ts'
import { shareDatabase } from '../../support/postgres/database.ts'

const { empty } = shareDatabase()

testStore('postgres:', async () => {
  const store = await openStore(await empty())
  return { store, close: () => store.close() }
})
