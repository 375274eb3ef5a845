/** Injects faults into the calls of node:fs/promises with which the store changes a folder. */
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
  /** The error code, such as ENOSPC. */
  code: string
  /** The calls that are counted; the n-th fails. */
  calls: readonly DiskCall[]
  nth: number
  /** The number of calls of any kind that fail after it. */
  followingFailures: number
}

let armed: Fault | undefined
let counted = 0
let injected: DiskCall[] = []
let synced: string[] = []

/** Lets the n-th call from now on fail. */
export function armFault(fault: Fault): void {
  ;[armed, counted, injected, synced] = [fault, 0, [], []]
}

/** The calls that failed since the last `armFault`. */
export function failedCalls(): DiskCall[] {
  return [...injected]
}

/** The folders synced since the last `armFault`. */
export function syncedFolders(): string[] {
  return [...synced]
}

/** Runs an action without faults and without counting its calls. */
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
    return disturb(await open(path, flags, mode), String(path), isFolder)
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

function disturb(handle: FileHandle, path: string, isFolder: boolean): FileHandle {
  const { writeFile, sync, close } = handle
  return Object.assign(handle, {
    /** A full disk writes the first part. */
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
      check(isFolder ? 'sync the folder' : 'sync')
      await sync.call(handle)
      if (isFolder) synced.push(path)
    },
    /** A handle is closed even if `close` fails. */
    async close() {
      await close.call(handle)
      check(isFolder ? 'close the folder' : 'close')
    },
  })
}
