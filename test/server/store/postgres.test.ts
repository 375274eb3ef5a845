/** The store in a PostgreSQL database passes the store suite. */
import { testStore } from '../../../server/store/suite/index.ts'
import { shareDatabase } from '../../support/postgres/database.ts'

const { openStore } = shareDatabase()

testStore('postgres:', async () => ({ store: await openStore(), close: async () => {} }))
