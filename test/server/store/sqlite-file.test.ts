/** The store in an SQLite file keeps its files private, and writes durably. */
import { lstat, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { describe, expect } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import { openSqliteEngine } from '../../../server/store/sql/sqlite.ts'
import { sampleData } from '../../../server/store/suite/sample-data.ts'
import { it } from '../../support/folder-test.ts'

it('a start completes a first start that was killed while it set the application id', async ({ folder }) => {
  const file = folder.at('store.db')
  const database = new DatabaseSync(file)
  database.exec('pragma application_id = 1299148371')
  database.close()
  // A journal that undoes everything: magic number, no pages, nonce, previous size, sector size, page size.
  const journal = Buffer.alloc(512)
  journal.write('d9d505f920a163d7', 'hex')
  for (const [at, value] of [0, 12_345, 0, 512, 4096].entries()) journal.writeUInt32BE(value, 8 + 4 * at)
  await writeFile(`${file}-journal`, journal)
  const first = await openStore(`sqlite:${file}`)
  await first.load(sampleData())
  await first.close()
  const again = await openStore(`sqlite:${file}`)
  expect(await again.isEmpty()).toBe(false)
  await again.close()
})

describe('on the disk', () => {
  it.for(['a new folder', 'an empty file', 'a link'])(
    'in %s, the file and its journals are readable by their owner only',
    { tags: ['P71'] },
    async (place, { folder }) => {
      const file = folder.at(place === 'a new folder' ? 'new/deep/store.db' : 'store.db')
      if (place === 'an empty file') await writeFile(file, '')
      if (place === 'a link') await symlink('target.db', file)
      // A file may lose its mode when it is opened again.
      await (await openStore(`sqlite:${file}`)).close()
      const store = await openStore(`sqlite:${file}`)
      await store.load(sampleData())
      expect((await lstat(file)).isSymbolicLink()).toBe(place === 'a link')
      const inside = file.slice(0, file.lastIndexOf('/'))
      const names = await readdir(inside)
      expect(names.filter((name) => name.endsWith('-wal'))).toHaveLength(1)
      for (const name of names) expect((await stat(`${inside}/${name}`)).mode & 0o777, name).toBe(0o600)
      await store.close()
      expect((await readdir(inside)).filter((name) => /-(wal|shm|journal)$/.test(name))).toEqual([])
    },
  )

  it('each opening makes SQLite sync before it acknowledges, and copy its journal every 6 MB', {
    tags: ['P64'],
  }, async ({ folder }) => {
    for (const _ of ['first', 'second']) {
      const { dialect } = await openSqliteEngine(folder.at('store.db'))
      const connection = new Kysely<object>({ dialect })
      const read = async (name: string) =>
        Object.values((await sql.raw<object>(`pragma ${name}`).execute(connection)).rows[0] ?? {})
      expect([await read('journal_mode'), await read('synchronous')]).toEqual([['wal'], [2]])
      expect(await read('wal_autocheckpoint')).toEqual([1_500])
      await connection.destroy()
    }
  })
})
