/** Makes calls to the disk fail, in this process: those of node:fs/promises by which the store changes a folder. */
import fs, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

export type DiskCall =
  | 'open the folder'
  | 'open'
  | 'write'
  | 'sync'
  | 'close'
  | 'rename'
  | 'sync the folder'
  | 'close the folder'
  | 'remove'

export interface Fault {
  /** What the caller gets to see, such as ENOSPC. */
  code: string
  /** The calls that may fail, of which the n-th does. */
  calls: readonly DiskCall[]
  nth: number
  /** How many more calls fail behind it, of whatever kind. */
  followingFailures: number
}

let armed: Fault | undefined
let counted = 0
let injected: DiskCall[] = []
let synced: string[] = []

/** From now on the n-th call fails. */
export function armFault(fault: Fault): void {
  ;[armed, counted, injected, synced] = [fault, 0, [], []]
}

/** What has failed since the last fault was armed. */
export function failedCalls(): DiskCall[] {
  return [...injected]
}

/** The folders that were synced since then. */
export function syncedFolders(): string[] {
  return [...synced]
}

/** Does something during which nothing fails or counts. */
export async function withoutFaults<T>(action: () => Promise<T>): Promise<T> {
  const paused = armed
  armed = undefined
  try {
    return await action()
  } finally {
    armed = paused
  }
}

function check(call: DiskCall): void {
  if (!armed) return
  const { code, nth, followingFailures } = armed
  const isNext = armed.calls.includes(call) && injected.length === 0
  if (isNext) counted++
  const since = injected.length
  if (isNext ? counted !== nth : since === 0 || since > followingFailures) return
  injected.push(call)
  throw Object.assign(new Error(`${code}: injected, ${call}`), { code, syscall: call })
}

const { open, rename, rm } = fs

Object.assign(fs, {
  async open(...[path, flags, mode]: Parameters<typeof open>) {
    const isFolder = flags === undefined
    check(isFolder ? 'open the folder' : 'open')
    const handle = await open(path, flags, mode)
    return isFolder ? disturbFolder(handle, String(path)) : disturb(handle)
  },
  async rename(...args: Parameters<typeof rename>) {
    check('rename')
    await rename(...args)
  },
  async rm(...args: Parameters<typeof rm>) {
    check('remove')
    await rm(...args)
  },
})
syncBuiltinESMExports()

function disturb(handle: FileHandle): FileHandle {
  const { writeFile, sync, close } = handle
  return Object.assign(handle, {
    /** A disk that is full takes the first part. */
    async writeFile(text: string) {
      try {
        check('write')
      } catch (error) {
        await writeFile.call(handle, text.slice(0, text.length / 2))
        throw error
      }
      await writeFile.call(handle, text)
    },
    async sync() {
      check('sync')
      await sync.call(handle)
    },
    /** A handle is gone even if closing it fails. */
    async close() {
      await close.call(handle)
      check('close')
    },
  })
}

function disturbFolder(handle: FileHandle, path: string): FileHandle {
  const { sync, close } = handle
  return Object.assign(handle, {
    async sync() {
      check('sync the folder')
      await sync.call(handle)
      synced.push(path)
    },
    async close() {
      await close.call(handle)
      check('close the folder')
    },
  })
}
