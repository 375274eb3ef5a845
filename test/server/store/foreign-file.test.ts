/** The stores in files reject foreign files and leave them unchanged. */
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import { emptyData, type User } from '../../../server/store/records.ts'
import { rejectionOf } from '../../../server/store/suite/concurrency.ts'
import { account, sampleData, sampleRecord } from '../../../server/store/suite/sample-data.ts'
import type { Folder } from '../../support/folder.ts'
import { it } from '../../support/folder-test.ts'

const mark = { format: 'monitoring-service', version: 1 }
const ours = { ...mark, ...emptyData() }
const { users, monitors, dailyStats } = sampleData()
/** A data file with the sample data and some replaced lists. */
const edited = (lists: object) => JSON.stringify({ ...mark, ...sampleData(), ...lists })

/** Contents of a file that is no store in JSON. */
const foreignJson: [string, string | Buffer][] = [
  ['cut off', JSON.stringify(ours).slice(0, -9)],
  ['empty', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['a number', '5'],
  ['of another program', '{"users":[],"teams":[]}'],
  ['of another program, with the same lists', JSON.stringify({ ...ours, format: 'another' })],
  ['of a newer version', JSON.stringify({ ...ours, version: 2 })],
  ['without one of the lists', JSON.stringify({ ...ours, monitors: undefined })],
  ['with an object in place of a list', JSON.stringify({ ...ours, monitors: {} })],
  ['with an unknown list', JSON.stringify({ ...ours, sessions: [] })],
  ['with an invalid record', edited({ users: [...users, { id: 'tom' }] })],
  ['with a duplicate id', edited({ monitors: [...monitors, monitors[0]] })],
  [
    'with a duplicate e-mail, in any case',
    edited({ users: [...users, { ...users[0], id: 'x', email: 'ANN@example.com' }] }),
  ],
  ['with a user of an unknown team', edited({ users: [...users, { ...users[0], id: 'x', teamId: 'no', email: 'x' }] })],
  [
    'with statistics of an unknown monitor',
    edited({ dailyStats: [...dailyStats, { monitorId: 'no', date: '2025-01-01' }] }),
  ],
  ['not text', Buffer.from([0xff, 0x00, 0xfe])],
]

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

/** What makes a file that is no store in SQLite. */
const foreignSqlite: Record<string, (folder: Folder) => Promise<void>> = {
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

/** The bytes of all files in a folder, by name. */
async function contentsOf({ path, at }: Folder): Promise<Map<string, string>> {
  const names = (await readdir(path)).sort()
  const read = async (name: string) => ((await stat(at(name))).isFile() ? readFile(at(name), 'latin1') : 'a folder')
  return new Map(await Promise.all(names.map(async (name): Promise<[string, string]> => [name, await read(name)])))
}

async function expectRefused(folder: Folder, name: string): Promise<void> {
  const before = await contentsOf(folder)
  const kind = name.endsWith('.db') ? 'sqlite' : 'file'
  const refusal = await rejectionOf(openStore(`${kind}:${folder.at(name)}`))
  expect(refusal.message).toContain(folder.at(name))
  expect(await contentsOf(folder)).toEqual(before)
}

it.for([...foreignJson, ['a folder', undefined] as const])(
  'a file for JSON that is %s is rejected in one line, and all files stay unchanged',
  { tags: ['P70'] },
  async ([_, content], { folder }) => {
    if (content === undefined) await mkdir(folder.at('store.json'))
    else await writeFile(folder.at('store.json'), content)
    await writeFile(folder.at('store.json.12.tmp'), 'not ours to remove')
    await expectRefused(folder, 'store.json')
  },
)

it.for(Object.entries(foreignSqlite))(
  'a file for SQLite that is %s is rejected in one line, and all files stay unchanged',
  { tags: ['P70'] },
  async ([_, prepare], { folder }) => {
    await prepare(folder)
    await expectRefused(folder, 'store.db')
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
  await expectRefused(folder, 'store.db')
})

it('a rejected file can be opened once it is repaired, and a lock file from before stays', async ({ folder }) => {
  const file = folder.at('store.json')
  await writeFile(file, 'not JSON')
  await writeFile(`${file}.lock`, '')
  await rejectionOf(openStore(`file:${file}`))
  expect((await readdir(folder.path)).sort()).toEqual(['store.json', 'store.json.lock'])
  await writeFile(file, JSON.stringify(ours))
  const store = await openStore(`file:${file}`)
  expect(await store.isEmpty()).toBe(true)
  await store.close()
})

it('a consistent file edited by hand opens: with other formatting, order, and case of e-mails', async ({ folder }) => {
  const lists = Object.fromEntries(Object.entries(sampleData()).reverse())
  for (const user of lists.users as User[]) user.email = user.email.toUpperCase()
  await writeFile(folder.at('store.json'), JSON.stringify({ ...lists, ...mark }, null, 2))
  const store = await openStore(`file:${folder.at('store.json')}`)
  expect(await store.findUser('ann@example.com')).toStrictEqual(sampleRecord('users', 'ann'))
  expect(await store.addAccount(...account('ann'))).toBe(false)
  await store.close()
})

it.each([
  ...['', 'file:', 'sqlite:', 'store.json', 'FILE:x', 'ftp://host/store.json', 'xfile:store.json', 'postgres:x'],
  ...['file:https://host/store.json', 'sqlite:postgres://host/name', 'memory:x', 'xsqlite:store.db'],
])('%j names no store', async (url) => {
  await expect(openStore(url)).rejects.toThrow(/^[^\n]*the store must be[^\n]*$/)
})
