/** Makes changes to folders durable: without a sync, a power loss can undo a rename or the creation of a file. */
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DurabilityLostError } from './lowdb/batch-queue.ts'

/** Creates a folder and its missing parents durably. */
export async function createFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let created = path; created.length >= first.length; created = dirname(created)) {
    await syncFolder(dirname(created))
  }
}

export async function syncFolder(path: string): Promise<void> {
  await syncAndClose(await open(path), path)
}

export async function syncAndClose(folder: FileHandle, path: string): Promise<void> {
  try {
    await folder.sync().finally(() => folder.close())
  } catch (cause) {
    throw new DurabilityLostError(`${path} could not be written to the disk`, { cause })
  }
}
