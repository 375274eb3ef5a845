/** A store on a full or read-only disk keeps acknowledged writes and no rejected ones. */
import { mkdir, readdir } from 'node:fs/promises'
import { expect } from 'vitest'
import { openStore } from '../../../../server/store/open.ts'
import type { Store } from '../../../../server/store/store.ts'
import { writeCalls } from '../../../../server/store/suite/sample-calls.ts'
import { account, noon, sampleData, scheduled } from '../../../../server/store/suite/sample-data.ts'
import { it } from '../../../support/folder-test.ts'
import { readOnlyUnsupported, setReadOnly } from '../../../support/read-only.ts'
import { openInProcess } from '../../../support/store-process.ts'
import { memoryMountUnsupported, mountMemory } from '../power-loss/mount-disk.ts'

const skipped = (why: string | undefined) => (why ? ` (skipped: ${why})` : '')
const emailsOf = async (store: Store) => (await store.dump()).users.map(({ email }) => email)

/** Adds accounts until one is rejected; then deletes half of them, adds one more, and returns what must be stored. */
async function fill(store: Store, cause: string): Promise<string[]> {
  let error: Error | undefined
  const acknowledged: string[] = []
  for (let i = 1000; !error && i < 9999; i++) {
    const [user, team] = account(`due${i}`, scheduled(noon))
    error = await store.addAccount(user, team).then(
      () => undefined,
      (error) => error,
    )
    if (!error) acknowledged.push(user.email)
  }
  expect(error).toMatchObject({ code: 'UNAVAILABLE', cause: { code: cause } })
  expect(acknowledged.length).toBeGreaterThan(20)
  await expect(store.addAccount(...account('late'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await emailsOf(store)).toEqual(acknowledged)

  const gone = Math.ceil(acknowledged.length / 2)
  expect(await store.completeDeletions(noon, gone)).toBe(gone)
  expect(await store.addAccount(...account('later'))).toBe(true)
  return [...acknowledged.slice(gone), 'later@example.com']
}

async function expectStored(folder: string, emails: string[]): Promise<void> {
  const store = await openStore(`file:${folder}/store.json`)
  expect(await emailsOf(store)).toEqual(emails)
  await store.close()
  expect((await readdir(folder)).sort()).toEqual(['store.json', 'store.json.lock'])
}

it('a file that may not grow', { tags: ['P66'] }, async ({ folder }) => {
  const { store, kill } = await openInProcess(`file:${folder.at('store.json')}`, 'ulimit -f 64')
  const kept = await fill(store, 'EFBIG')
  await kill()
  await expectStored(folder.path, kept)
})

const noMemory = memoryMountUnsupported()
it.skipIf(noMemory)(`a disk that is full${skipped(noMemory)}`, { tags: ['P66'] }, async ({ folder }) => {
  const disk = mountMemory('64k', folder.at('disk'))
  try {
    const store = await openStore(`file:${disk.path}/store.json`)
    const kept = await fill(store, 'ENOSPC').finally(store.close)
    await expectStored(disk.path, kept)
  } finally {
    disk.unmount()
  }
})

it.skipIf(readOnlyUnsupported)(
  `a folder that has become read-only${skipped(readOnlyUnsupported)}`,
  { tags: ['P68'] },
  async ({ folder }) => {
    const path = folder.at('data')
    await mkdir(path)
    const store = await openStore(`file:${path}/store.json`)
    await store.load(sampleData())
    const before = await store.dump()
    setReadOnly(path, true)
    try {
      for (const call of Object.values(writeCalls))
        await expect(call(store)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      expect(await store.dump()).toEqual(before)
    } finally {
      setReadOnly(path, false)
    }
    for (const call of Object.values(writeCalls)) await call(store)
    const after = await store.dump()
    await store.close()
    const again = await openStore(`file:${path}/store.json`)
    expect(await again.dump()).toEqual(after)
    await again.close()
  },
)
