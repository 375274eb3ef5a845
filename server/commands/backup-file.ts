/** Writes a backup: a data file that appears as a whole or not at all. */
import { randomBytes } from 'node:crypto'
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Data } from '../store/records.ts'

/** @throws Error in one line if there is something already. */
export async function checkFree(file: string): Promise<void> {
  const isFree = await lstat(file).then(
    () => false,
    () => true,
  )
  if (!isFree) throw new Error(`${file} is there already; name a new file`)
}

export async function writeBackup(file: string, data: Data): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`
  try {
    // Not over a file of others, nor through a link of theirs.
    await closing(await open(temporary, 'wx', 0o600), async (handle) => {
      await handle.writeFile(lists(data))
      await handle.sync()
    })
    await checkFree(file)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw new Error(`there is no backup: ${(error as Error).message}`)
  }
  // Without this the rename itself can be lost with the power.
  await closing(await open(dirname(file)), (folder) => folder.sync())
}

/** One record a line, for grep and diff; list by list, for one text could get too long for JavaScript. */
function* lists(data: Data): Generator<string> {
  let start = '{'
  for (const [name, records] of Object.entries(data)) {
    const lines = records.map((record: object) => `\n    ${JSON.stringify(record)}`)
    yield `${start}\n  "${name}": [${lines.join(',')}${lines.length > 0 ? '\n  ' : ''}]`
    start = ','
  }
  yield '\n}\n'
}

async function closing(handle: FileHandle, work: (handle: FileHandle) => Promise<void>): Promise<void> {
  await work(handle).finally(() => handle.close())
}
