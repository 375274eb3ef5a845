import { describe, expect } from 'vitest'
import { openStore, useSchema } from '../../../server/store/open.ts'
import { account, sampleData } from '../../../server/store/suite/sample-data.ts'
import { itInPostgres } from '../../support/postgres/database-test.ts'

const tables = "select tablename from pg_tables where schemaname = 'public' order by tablename"

describe('PostgreSQL', () => {
  itInPostgres('the schema has plain tables only', async ({ database: { url, query } }) => {
    await (await openStore(url)).close()
    expect(await query('select tgname from pg_trigger where not tgisinternal')).toEqual([])
    expect(await query("select proname from pg_proc where pronamespace = 'public'::regnamespace")).toEqual([])
  })

  itInPostgres(
    'a store stays in its schema when the search_path changes, and a second one is refused',
    async ({ database: { url, query } }) => {
      const store = await openStore(url)
      await store.load(sampleData())
      // The path begins with the schema that has the role's name.
      await query('create schema postgres')
      await query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      await expect.poll(() => store.findMember('ann').catch(() => undefined)).toBeDefined()
      expect(await store.addAccount(...account('new'))).toBe(true)
      expect(await store.count()).toMatchObject({ users: 5 })
      await store.close()
      await expect(openStore(url)).rejects.toThrow(/^[^\n]*begins with postgres, and reaches tables in public[^\n]*$/)
      await (await openStore(`${url}?options=-c%20search_path%3Dpublic`)).close()
    },
  )

  itInPostgres(
    'two installations share a database, each in a schema of its own',
    async ({ database: { url, query } }) => {
      await query('create schema one; create schema two')
      const inSchema = (name: string) => openStore(`${url}?options=-c%20search_path%3D${name}`)
      const [one, two] = [await inSchema('one'), await inSchema('two')]
      await one.load(sampleData())
      expect(await two.isEmpty()).toBe(true)
      await two.load(sampleData())
      const dumped = await one.dump()
      await one.removeIncident('acme', 'acme-open')
      await Promise.all([one.close(), two.close()])
      const again = await inSchema('two')
      expect(await again.dump()).toStrictEqual(dumped)
      await again.close()
      expect(await query(tables)).toEqual([])
      await expect(inSchema('three')).rejects.toThrow(
        /^the database cannot be used: no schema of the search_path \(three\) exists[^\n]*: create it first$/,
      )
    },
  )

  itInPostgres(
    'a role that may not create tables is refused in one line that says what to grant',
    async ({ database: { url, query } }) => {
      const role = `plain_${process.pid}`
      await query(`create role ${role} login password 'plain'`)
      const plain = Object.assign(new URL(url), { username: role, password: 'plain' }).href
      const reason = /^[^\n]*: permission denied for schema public: [^\n]* grant create, usage on schema public to it$/
      await expect(openStore(plain)).rejects.toThrow(reason)
      await expect(useSchema(plain, (schema) => schema.up())).rejects.toThrow(reason)
      await query(`grant create on schema public to ${role}`)
      await (await openStore(plain)).close()
      await query(`drop owned by ${role}; drop role ${role}`)
    },
  )

  itInPostgres(
    'a database with tables of another program is rejected, stays unchanged, and keeps no connection',
    async ({ database: { url, query } }) => {
      await query('create table incidents (name text)')
      await expect(openStore(url)).rejects.toThrow(/^[^\n]*incidents[^\n]*$/)
      expect(await query(tables)).toEqual([{ tablename: 'incidents' }])
      const others = 'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
      await expect.poll(() => query(others)).toEqual([])
    },
  )
})
