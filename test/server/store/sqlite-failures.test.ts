/** The store on SQLite reports failed writes, loses nothing, and recovers. */
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import { resultOrCode } from '../../../server/store/suite/concurrency.ts'
import { readCalls, writeCalls } from '../../../server/store/suite/sample-calls.ts'
import { account, noon, sampleData } from '../../../server/store/suite/sample-data.ts'
import { it } from '../../support/folder-test.ts'
import { openInProcess } from '../../support/store-process.ts'

it('while another process holds the write lock, reads succeed, writes are rejected, and then all work again', async ({
  folder,
}) => {
  const store = await openStore(`sqlite:${folder.at('store.db')}`)
  await store.load(sampleData())
  const before = await store.dump()
  const other = new DatabaseSync(folder.at('store.db'))
  other.exec('begin immediate')
  await expect(store.changeTeam('acme', (team) => ({ ...team, name: 'Changed' }))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  })
  for (const call of Object.values(readCalls)) await call(store)
  other.close()
  expect(await store.dump()).toStrictEqual(before)
  for (const call of Object.values(writeCalls)) await call(store)
  expect((await store.findUser('bea@example.com'))?.name).toBe('Changed')
  await store.close()
})

it('a write waits for the lock of another process without blocking this one, and is then applied', async ({
  folder,
}) => {
  const store = await openStore(`sqlite:${folder.at('store.db')}`)
  await store.load(sampleData())
  const other = new DatabaseSync(folder.at('store.db'))
  for (const call of [writeCalls.countAttempt, writeCalls.changeUser, writeCalls.load]) {
    other.exec('begin immediate')
    const events: string[] = []
    const written = call(store).then(() => events.push('written'))
    await store.findMember('ann')
    await new Promise((resolve) => setTimeout(resolve, 5))
    events.push('released')
    other.exec('commit')
    await written
    expect(events).toEqual(['released', 'written'])
  }
  other.close()
  await store.close()
})

it('two processes that write to one file lose no write', async ({ folder }) => {
  const url = `sqlite:${folder.at('store.db')}`
  const stores = [await openStore(url), (await openInProcess(url)).store]
  const counted = stores.map(async (store) => {
    const counts: number[] = []
    for (let i = 0; i < 100; i++) counts.push((await store.countAttempt('key', noon, '9999')).count)
    return counts
  })
  const counts = (await Promise.all(counted)).flat()
  expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
  for (const store of stores) expect(await store.findAttempts('key')).toMatchObject({ count: 200 })
  await stores[0]?.close()
})

it('when the file size limit is reached, acknowledged writes are stored and rejected ones are not', async ({
  folder,
}) => {
  const url = `sqlite:${folder.at('store.db')}`
  const { store: limited, kill } = await openInProcess(url, 'ulimit -f 1000')
  const [added, codes]: [string[], string[]] = [[], []]
  for (let i = 0; codes.length < 10; i++) {
    const [user, team] = account(`user${i}`, { name: 'Some text that takes its room. '.repeat(100) })
    const outcome = await resultOrCode(limited.addAccount(user, team))
    if (outcome === true) added.push(user.id)
    else codes.push(`${outcome}`)
  }
  expect(codes).toEqual(Array(10).fill('UNAVAILABLE'))
  expect(added.length).toBeGreaterThan(10)
  await kill()
  const store = await openStore(url)
  expect(new Set((await store.dump()).users.map(({ id }) => id))).toEqual(new Set(added))
  expect(await store.addAccount(...account('later'))).toBe(true)
  await store.close()
})
