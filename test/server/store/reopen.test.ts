/** Acknowledged writes are in a store that is opened again, even if it was never closed. */
import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { expect, onTestFinished } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import { readCalls, writeCalls } from '../../../server/store/suite/sample-calls.ts'
import { sampleData } from '../../../server/store/suite/sample-data.ts'
import type { Folder } from '../../support/folder.ts'
import { it } from '../../support/folder-test.ts'
import { makeDatabase } from '../../support/postgres/database.ts'

/** Copies the files of a store as they are; a lock file is not touched, because that would end its lock. */
async function copyFiles({ at }: Folder): Promise<void> {
  await mkdir(at('copy'))
  for (const name of await readdir(at('data')))
    if (!name.endsWith('.lock')) await copyFile(at(`data/${name}`), at(`copy/${name}`))
}

it.for(['file', 'sqlite', 'postgres'])('%s', async (kind, { folder }) => {
  const database = kind === 'postgres' ? await makeDatabase() : undefined
  if (database) onTestFinished(database.remove)
  const urlIn = (name: string) => database?.url ?? `${kind}:${folder.at(`${name}/store`)}`
  const store = await openStore(urlIn('data'))
  await store.load(sampleData())
  for (const call of Object.values({ ...writeCalls, ...readCalls })) await call(store)
  await writeCalls.countAttempt(store)
  if (!database) await copyFiles(folder)
  const again = await openStore(urlIn('copy'))
  expect(await again.dump()).toStrictEqual(await store.dump())
  expect((await again.findUser('bea@example.com'))?.name).toBe('Changed')
  expect(await again.findAttempts('gus@example.com')).toMatchObject({ count: 1 })
  await Promise.all([store.close(), again.close()])
})
