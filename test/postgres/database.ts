/** Databases of a test's own in the PostgreSQL of the run. */
import pg from 'pg'
import { inject } from 'vitest'

let made = 0

/** Makes an empty database; `remove` also ends whoever is still connected. */
export async function makeDatabase(): Promise<{ url: string; remove: () => Promise<void> }> {
  const name = `test_${process.pid}_${++made}`
  await query(`create database ${name}`)
  const url = inject('postgres').replace(/postgres$/, name)
  return { url, remove: () => query(`drop database ${name} with (force)`) }
}

async function query(text: string): Promise<void> {
  const client = new pg.Client(inject('postgres'))
  await client.connect()
  await client.query(text).finally(() => client.end())
}
