/** Temporary folders, in memory where the machine has room there: most tests need not wait for a disk. */
import { existsSync, statfsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Folder {
  path: string
  /** A path in the folder. */
  at(name: string): string
  remove(): Promise<void>
}

const memory = '/dev/shm'
/** Docker gives it 64 MB only. */
const hasRoom = () => existsSync(memory) && statfsSync(memory).bavail * statfsSync(memory).bsize > 2 ** 30

/** @param parent a disk's, for tests that kill programs while they write. */
export async function makeFolder(parent = hasRoom() ? memory : tmpdir()): Promise<Folder> {
  const path = await mkdtemp(join(parent, 'monitoring-store-'))
  return { path, at: (name) => join(path, name), remove: () => rm(path, { recursive: true, force: true }) }
}
