/** Writes a backup: a data file that appears as a whole or not at all. */
import { randomBytes } from 'node:crypto'
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Data } from '../store/records.ts'

/** @throws Error in one line if the file exists. */
export async function assertNewFile(file: string): Promise<void> {
  const exists = await lstat(file).then(
    () => true,
    () => false,
  )
  if (exists) throw new Error(`${file} exists already; name a new file`)
}

export async function writeBackup(file: string, data: Data): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`
  try {
    // wx: overwrites no file and follows no link.
    await withHandle(await open(temporary, 'wx', 0o600), async (handle) => {
      await handle.writeFile(serialize(data))
      await handle.sync()
    })
    await assertNewFile(file)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw new Error(`no backup was written: ${(error as Error).message}`)
  }
  // A power failure could undo the rename until the folder is synced.
  await withHandle(await open(dirname(file)), (folder) => folder.sync())
}

/** One record a line, for grep and diff; list by list, because one string could exceed JavaScript's maximum length. */
function* serialize(data: Data): Generator<string> {
  let start = '{'
  for (const [name, records] of Object.entries(data)) {
    const lines = records.map((record: object) => `\n    ${JSON.stringify(record)}`)
    yield `${start}\n  "${name}": [${lines.join(',')}${lines.length > 0 ? '\n  ' : ''}]`
    start = ','
  }
  yield '\n}\n'
}

async function withHandle(handle: FileHandle, work: (handle: FileHandle) => Promise<void>): Promise<void> {
  await work(handle).finally(() => handle.close())
}
