/** The store in a JSON file passes the store suite, and its file is complete and private. */
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { durableFile } from '../../../server/store/lowdb/durable-file.ts'
import { openLowdbStore } from '../../../server/store/lowdb/store.ts'
import { openStore } from '../../../server/store/open.ts'
import { readIncident } from '../../../server/store/suite/incidents.ts'
import { testStore } from '../../../server/store/suite/index.ts'
import { writeCalls } from '../../../server/store/suite/sample-calls.ts'
import { account, noon, sampleData, sampleRecord } from '../../../server/store/suite/sample-data.ts'
import { type Folder, makeFolder } from '../../support/folder.ts'
import { it } from '../../support/folder-test.ts'

testStore('file:', async () => {
  const folder = await makeFolder()
  const store = await openStore(`file:${folder.at('data/store.json')}`)
  return { store, close: () => store.close().finally(folder.remove) }
})

/** Opens a store in a file with the sample data. */
async function openWorld(folder: Folder) {
  const file = folder.at('store.json')
  const store = await openStore(`file:${file}`)
  await store.load(sampleData())
  return { file, store }
}

describe('on the disk', () => {
  it('acknowledged writes are there after reopening, even without close', async ({ folder }) => {
    const { file, store } = await openWorld(folder)
    for (const call of Object.values(writeCalls)) await call(store)
    await copyFile(file, folder.at('copy.json'))
    const again = await openStore(`file:${folder.at('copy.json')}`)
    expect(await again.findMember('loaded')).toBeDefined()
    const [user, team] = account('added')
    expect(await again.findMember('added')).toStrictEqual({ user, team })
    expect(await again.findUser('bea@example.com')).toMatchObject({ name: 'Changed', verification: null })
    const changed = { ...sampleRecord('incidents', 'acme-open'), cause: 'Changed' }
    expect(await readIncident(again, 'acme', 'acme-open')).toStrictEqual(changed)
    expect(await readIncident(again, 'acme', 'acme-over')).toBeUndefined()
    expect(await again.resetMonitorStats('acme', 'acme-cart', undefined)).toBe(0)
    expect(await again.resetMonitorStats('globex', 'globex-home', undefined)).toBe(2)
    expect(await again.findMember('sam')).toBeUndefined()
    expect(await again.countAttempt('gus@example.com', noon, noon)).toMatchObject({ count: 1 })
  })

  it('close waits until running writes are on the disk', async ({ folder }) => {
    const { file, store } = await openWorld(folder)
    const adding = store.addAccount(...account('new'))
    await store.close()
    expect(await readFile(file, 'utf8')).toContain('new@example.com')
    expect(await adding).toBe(true)
  })

  it('after each write the file is readable by its owner only, and no other file remains', {
    tags: ['P71'],
  }, async ({ folder }) => {
    const { file, store } = await openWorld(folder)
    for (const call of Object.values(writeCalls)) {
      const before = await readFile(file)
      await chmod(file, 0o644)
      await call(store)
      expect(await readFile(file)).not.toEqual(before)
      for (const path of [file, `${file}.lock`]) expect((await stat(path)).mode & 0o777).toBe(0o600)
      expect((await readdir(folder.path)).sort()).toEqual(['store.json', 'store.json.lock'])
    }
  })

  it('a write replaces the file: a reader of the old one can finish', async ({ folder }) => {
    const { file, store } = await openWorld(folder)
    const [before, reader] = [await readFile(file), await open(file)]
    await store.addAccount(...account('new'))
    expect(await reader.readFile().finally(() => reader.close())).toEqual(before)
    expect(await readFile(file)).not.toEqual(before)
  })

  it.for(['a file', 'a missing file'])(
    'a link to %s stays a link, and writes go to its target',
    { tags: ['P71'] },
    async (target, { folder }) => {
      const [file, link] = [folder.at('target.json'), folder.at('link.json')]
      if (target === 'a file') {
        const filled = await openStore(`file:${file}`)
        await filled.load(sampleData()).finally(filled.close)
      }
      await symlink('target.json', link)
      const store = await openStore(`file:${link}`)
      await store.addAccount(...account('new'))
      expect((await lstat(link)).isSymbolicLink()).toBe(true)
      expect((await lstat(file)).isFile()).toBe(true)
      expect(await readFile(file, 'utf8')).toContain('new@example.com')
      expect((await readdir(folder.path)).sort()).toEqual(['link.json', 'target.json', 'target.json.lock'])
    },
  )

  it('opening the store removes the temporary file of a killed process and no other file', async ({ folder }) => {
    await (await openWorld(folder)).store.close()
    const hex = '0123456789abcdef'.repeat(2)
    const others = [
      ...['store.json.bak.tmp', 'store.json.12', 'astore.json.12.tmp', 'storexjson.12.tmp', 'store.json.bak12.tmp'],
      ...['store.json.12.tmp.gz', 'store.json.a.tmp', `store.json.${hex.slice(1)}.tmp`, `store.json.${hex}0.tmp`],
      `store.json.${hex.replaceAll('a', 'g')}.tmp`,
    ]
    for (const name of [...others, 'store.json.12.tmp', `store.json.${hex}.tmp`])
      await writeFile(folder.at(name), '{"users":[{"ema')
    const store = await openStore(`file:${folder.at('store.json')}`)
    expect((await readdir(folder.path)).sort()).toEqual(['store.json', 'store.json.lock', ...others].sort())
    expect(await store.findMember('ann')).toBeDefined()
  })

  it('a write follows no link and takes no file that another user has put beside it', async ({ folder }) => {
    const { store } = await openWorld(folder)
    const planted = `store.json.${process.pid}.tmp`
    await writeFile(folder.at('victim'), 'of another program')
    await symlink('victim', folder.at(planted))
    await store.addAccount(...account('new'))
    expect(await readFile(folder.at('victim'), 'utf8')).toBe('of another program')
    expect((await lstat(folder.at('store.json'))).isFile()).toBe(true)
    expect((await lstat(folder.at(planted))).isSymbolicLink()).toBe(true)
  })

  it('concurrent writes share one write to the disk', async ({ folder }) => {
    const disk = await durableFile(folder.at('store.json'))
    let writes = 0
    const write: typeof disk.write = (data) => {
      writes++
      return disk.write(data)
    }
    const store = await openLowdbStore({ ...disk, write })
    const added = Array.from({ length: 200 }, (_, i) => store.addAccount(...account(`new${i}`)))
    expect(await Promise.all(added)).toEqual(Array(200).fill(true))
    expect(writes).toBe(1)
    expect(JSON.parse(await readFile(folder.at('store.json'), 'utf8')).users).toHaveLength(200)
  })
})

describe('when the folder is gone', () => {
  const ways: [string, (path: string) => Promise<void>][] = [
    ['moved away', async () => undefined],
    ['replaced by a file', (path) => writeFile(path, 'no folder')],
  ]

  it.for(ways)(
    '%s: each write is rejected without trace, and the store recovers when the folder is back',
    async ([_, replace], { folder }) => {
      const [data, away] = [folder.at('data'), folder.at('away')]
      const file = `${data}/store.json`
      const store = await openStore(`file:${file}`)
      await store.load(sampleData())
      const before = await readFile(file)
      await rename(data, away)
      await replace(data)
      for (const call of Object.values(writeCalls))
        await expect(call(store)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      expect(await store.findUser('ann@example.com')).toStrictEqual(sampleRecord('users', 'ann'))
      await rm(data, { force: true })
      await rename(away, data)
      expect(await readFile(file)).toEqual(before)

      const [user, team] = account('new')
      expect(await store.addAccount(user, team)).toBe(true)
      const expected = sampleData()
      const written = { ...expected, users: [...expected.users, user], teams: [...expected.teams, team] }
      expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject(JSON.parse(JSON.stringify(written)))
      expect((await readdir(data)).sort()).toEqual(['store.json', 'store.json.lock'])
    },
  )

  it.for(ways)('%s: reads return the same records as before', async ([_, replace], { folder }) => {
    const data = folder.at('data')
    const store = await openStore(`file:${data}/store.json`)
    await store.load(sampleData())
    await rename(data, folder.at('away'))
    await replace(data)
    for (let i = 0; i < 2; i++) {
      await expect(store.completeDeletions(noon, 100)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      const sam = { user: sampleRecord('users', 'sam'), team: sampleRecord('teams', 'solo') }
      expect(await store.findMember('sam')).toStrictEqual(sam)
      expect(await store.listDeletionRequests(0, 20)).toStrictEqual({ members: [sam], total: 1 })
    }
  })
})

it('when the file cannot be replaced, the write is rejected and no temporary file remains', async ({ folder }) => {
  const { file, store } = await openWorld(folder)
  await rename(file, folder.at('away'))
  await mkdir(folder.at('store.json/full'), { recursive: true })
  await expect(store.addAccount(...account('new'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect((await readdir(folder.path)).sort()).toEqual(['away', 'store.json', 'store.json.lock'])
  await rm(file, { recursive: true })
  await rename(folder.at('away'), file)
  expect(await store.addAccount(...account('later'))).toBe(true)
  const { users } = JSON.parse(await readFile(file, 'utf8'))
  expect(users.map(({ id }: { id: string }) => id)).toEqual(['ann', 'bea', 'gus', 'sam', 'later'])
})
