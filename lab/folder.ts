/** Temporary folders of the lab's programs. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Lets `use` have a folder on the disk, which is removed afterwards. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'monitoring-lab-'))
  return use(folder).finally(() => rm(folder, { recursive: true, force: true }))
}
