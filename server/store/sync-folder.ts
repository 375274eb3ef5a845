/** Folders that are surely on the disk. */
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DurabilityLostError } from './lowdb/batch-queue.ts'

/** Makes what is missing of a folder, in a way that outlives a power loss. */
export async function createFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

export async function syncFolder(path: string): Promise<void> {
  await syncAndClose(await open(path), path)
}

/** Without this a rename itself can be lost with the power. */
export async function syncAndClose(folder: FileHandle, path: string): Promise<void> {
  try {
    await folder.sync().finally(() => folder.close())
  } catch (cause) {
    throw new DurabilityLostError(`${path} could not be written to the disk`, { cause })
  }
}
