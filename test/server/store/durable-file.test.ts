/** The store in a JSON file passes the store suite, and its file is complete and private. */
import { chmod, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import { testStore } from '../../../server/store/suite/index.ts'
import { writeCalls } from '../../../server/store/suite/sample-calls.ts'
import { account, sampleData } from '../../../server/store/suite/sample-data.ts'
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
})
