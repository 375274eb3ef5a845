/** Temporary folders. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Folder {
  path: string
  /** A path in the folder. */
  at(name: string): string
  remove(): Promise<void>
}

export async function makeFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'monitoring-store-'))
  return { path, at: (name) => join(path, name), remove: () => rm(path, { recursive: true, force: true }) }
}
