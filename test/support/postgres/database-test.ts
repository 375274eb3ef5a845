/** Vitest's `it` with an empty database of PostgreSQL as a fixture. */
import pg from 'pg'
import { test } from 'vitest'
import { makeDatabase } from './database.ts'

/** Tests with the fixture `database`, an empty database and a function that queries it. */
export const itInPostgres = test.extend<{ database: { url: string; query: (sql: string) => Promise<object[]> } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest requires a destructured parameter.
  database: async ({}, use) => {
    const { url, remove } = await makeDatabase()
    const client = new pg.Client(url)
    await client.connect()
    await use({ url, query: (sql) => client.query(sql).then(({ rows }) => rows) })
    await client.end().finally(remove)
  },
})
