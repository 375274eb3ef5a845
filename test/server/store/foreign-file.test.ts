/** The store in a JSON file rejects foreign files and leaves them unchanged. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import { emptyData, type User } from '../../../server/store/records.ts'
import { rejectionOf } from '../../../server/store/suite/concurrency.ts'
import { account, sampleData, sampleRecord } from '../../../server/store/suite/sample-data.ts'
import { it } from '../../support/folder-test.ts'

const mark = { format: 'monitoring-service', version: 1 }
const ours = { ...mark, ...emptyData() }
const { users, monitors, dailyStats } = sampleData()
/** A data file with the sample data and some replaced lists. */
const edited = (lists: object) => JSON.stringify({ ...mark, ...sampleData(), ...lists })

it.for<[string, string | Buffer]>([
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
])(
  'a file that is %s is rejected in one line and stays unchanged',
  { tags: ['P70'] },
  async ([_, content], { folder }) => {
    const file = folder.at('store.json')
    await writeFile(file, content)
    await writeFile(folder.at('store.json.12.tmp'), 'not ours to remove')
    const refusal = await rejectionOf(openStore(`file:${file}`))
    expect(refusal.message).toContain(file)
    expect(await readFile(file)).toEqual(Buffer.from(content))
    expect((await readdir(folder.path)).sort()).toEqual(['store.json', 'store.json.12.tmp'])
  },
)

it('a folder in place of the file is rejected, and is not taken for an empty store', { tags: ['P70'] }, async ({
  folder,
}) => {
  await mkdir(folder.at('store.json'))
  const refusal = await rejectionOf(openStore(`file:${folder.at('store.json')}`))
  expect(refusal.message).toMatch(/store\.json cannot be read: /)
  expect(await readdir(folder.path)).toEqual(['store.json'])
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
