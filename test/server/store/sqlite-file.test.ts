/** The store in an SQLite file rejects foreign files, keeps its files private, and writes durably. */
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { describe, expect } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import { openSqliteEngine } from '../../../server/store/sql/sqlite.ts'
import { rejectionOf } from '../../../server/store/suite/concurrency.ts'
import { readCalls, writeCalls } from '../../../server/store/suite/sample-calls.ts'
import { sampleData } from '../../../server/store/suite/sample-data.ts'
import type { Folder } from '../../support/folder.ts'
import { it } from '../../support/folder-test.ts'

/** Creates a database by some statements, and copies the files named by `copies` before it is closed. */
async function make(folder: Folder, statements: string[], copies: string[] = []): Promise<void> {
  const database = new DatabaseSync(folder.at('store.db'))
  for (const statement of statements) database.exec(statement)
  for (const end of copies) await copyFile(folder.at(`store.db${end}`), folder.at(`copy${end}`))
  database.close()
}

async function makeOurs(folder: Folder): Promise<string> {
  const store = await openStore(`sqlite:${folder.at('store.db')}`)
  await store.load(sampleData())
  await store.close()
  return folder.at('store.db')
}

const foreign: Record<string, (folder: Folder) => Promise<void>> = {
  'of another program': (folder) => make(folder, ['create table users (id)']),
  'of another program, in WAL mode': (folder) => make(folder, ['pragma journal_mode = wal', 'create table users (id)']),
  'empty, of another program': (folder) => make(folder, ['pragma user_version = 7']),
  'marked by another program': (folder) => make(folder, ['pragma application_id = 7']),
  text: (folder) => writeFile(folder.at('store.db'), 'not a database'),
  'one byte': (folder) => writeFile(folder.at('store.db'), 'x'),
  'all zeros': (folder) => writeFile(folder.at('store.db'), Buffer.alloc(8192)),
  'cut off in its header': async (folder) => {
    const file = await makeOurs(folder)
    await writeFile(file, (await readFile(file)).subarray(0, 50))
  },
  'cut off behind its first page': async (folder) => {
    const file = await makeOurs(folder)
    await writeFile(file, (await readFile(file)).subarray(0, 4096))
  },
  'a folder': async (folder) => void (await mkdir(folder.at('store.db'))),
  'of a newer version': async (folder) => {
    await makeOurs(folder)
    await make(folder, [`insert into monitoring_versions values ('9999', '2030-01-01T00:00:00.000Z')`])
  },
}

async function digest(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
}

/** The digests of all files in a folder. */
async function contentsOf(folder: Folder): Promise<Map<string, string>> {
  const names = (await readdir(folder.path)).sort()
  const read = async (name: string): Promise<[string, string]> => {
    const content = (await stat(folder.at(name))).isFile() ? await digest(folder.at(name)) : 'a folder'
    return [name, content]
  }
  return new Map(await Promise.all(names.map(read)))
}

async function expectRefused(folder: Folder): Promise<void> {
  const before = await contentsOf(folder)
  const refusal = await rejectionOf(openStore(`sqlite:${folder.at('store.db')}`))
  expect(refusal.message).toContain(folder.at('store.db'))
  expect(await contentsOf(folder)).toEqual(before)
}

describe('foreign files', () => {
  it.for(Object.entries(foreign))(
    'a file that is %s is rejected in one line, and all files stay unchanged',
    { tags: ['P70'] },
    async ([_, prepare], { folder }) => {
      await prepare(folder)
      await expectRefused(folder)
    },
  )

  it.for<[string, string[]]>([
    ['-wal', ['pragma journal_mode = wal', 'create table users (id)']],
    [
      '-journal',
      ['create table users (id)', 'pragma cache_size = 1', 'begin', `insert into users values (zeroblob(99999))`],
    ],
  ])('a foreign file with the %s of a killed process is not repaired', async ([end, statements], { folder }) => {
    await make(folder, statements, ['', end])
    for (const left of ['', end]) await copyFile(folder.at(`copy${left}`), folder.at(`store.db${left}`))
    await expectRefused(folder)
  })
})

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
      const store = await openStore(`sqlite:${file}`)
      await store.load(sampleData())
      const inside = file.slice(0, file.lastIndexOf('/'))
      const names = await readdir(inside)
      expect(names.filter((name) => name.endsWith('-wal'))).toHaveLength(1)
      for (const name of names) expect((await stat(`${inside}/${name}`)).mode & 0o777, name).toBe(0o600)
      await store.close()
      expect((await readdir(inside)).filter((name) => /-(wal|shm|journal)$/.test(name))).toEqual([])
    },
  )

  it('each opening makes SQLite sync before it acknowledges', { tags: ['P64'] }, async ({ folder }) => {
    for (const _ of ['first', 'second']) {
      const { dialect } = await openSqliteEngine(folder.at('store.db'))
      const connection = new Kysely<object>({ dialect })
      const read = async (name: string) =>
        Object.values((await sql.raw<object>(`pragma ${name}`).execute(connection)).rows[0] ?? {})
      expect([await read('journal_mode'), await read('synchronous')]).toEqual([['wal'], [2]])
      await connection.destroy()
    }
  })

  it('acknowledged writes are there after reopening, even without close', async ({ folder }) => {
    const url = `sqlite:${folder.at('store.db')}`
    const store = await openStore(url)
    await store.load(sampleData())
    for (const call of [...Object.values(writeCalls), ...Object.values(readCalls)]) await call(store)
    const again = await openStore(url)
    expect(await again.dump()).toStrictEqual(await store.dump())
    expect((await again.findUser('bea@example.com'))?.name).toBe('Changed')
    await again.close()
    await store.close()
  })
})
