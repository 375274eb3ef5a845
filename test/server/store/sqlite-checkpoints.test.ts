/** A thread copies SQLite's journal into the file, so that no request waits for the copy of a long journal. */
import { copyFile, readdir } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { openStore } from '../../../server/store/open.ts'
import { noon } from '../../../server/store/suite/sample-data.ts'
import { it } from '../../support/folder-test.ts'

it('the file of an open store has its writes, and no journal is left when it is closed', async ({ folder }) => {
  const [file, copy] = [folder.at('store.db'), folder.at('copy.db')]
  const store = await openStore(`sqlite:${file}`)
  for (let i = 0; i < 200; i++) await store.countAttempt(`attempt ${i}`, noon, noon)
  /** Counts the rows of the file alone. */
  const countCopied = async () => {
    await copyFile(file, copy)
    const database = new DatabaseSync(copy)
    try {
      return (database.prepare('select count(*) as rows from attempts').get() as { rows: number }).rows
    } catch {
      return 0
    } finally {
      database.close()
    }
  }
  await expect.poll(countCopied).toBeGreaterThanOrEqual(100)
  await store.close()
  expect((await readdir(folder.path)).filter((name) => name.startsWith('store'))).toEqual(['store.db'])
})
