/** Recognizes the file of a store: one that was moved, removed or replaced under a running server takes no write. */
import { existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Returns what tells a file from another one at its path, or '' for none.
 * @param withTime also by its last change, for a file that is replaced and never written to: a new file may get the number
 *   of a removed one.
 */
export function identify(path: string, { withTime = false } = {}): string {
  try {
    const { dev, ino, mtimeNs } = statSync(path, { bigint: true })
    return [dev, ino, ...(withTime ? [mtimeNs] : [])].join(' ')
  } catch {
    return ''
  }
}

/** The cure for a file that is damaged. */
export const restoreIt = 'restore a backup into a new file'
export const leftAsIs = `It was left as it is; if it is damaged, ${restoreIt}`

export function describeReplaced(path: string): string {
  return `${path} is not the file that this process opened: it was moved, removed or replaced; put it back, or stop all processes that use it and start them again`
}

/** @throws Error in one line if only SQLite's journals are left of a file: a process may still write to it. */
export function assertNoLeftovers(path: string): void {
  // The journals are looked for first: a file that another process creates has content before it has journals.
  const left = ['-wal', '-shm'].map((end) => path + end).filter(existsSync)
  if (left.length === 0 || (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0) return
  throw new Error(
    `${path} does not exist, but ${left.join(' and ')}: stop the processes that have the removed file open, then remove what is left of it`,
  )
}

/** File systems of Linux whose locks and syncs do not hold between machines, by `f_type`. */
const networks = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x47504653, 'GPFS'],
  [0x0bd00bd0, 'Lustre'],
])

/** File systems by which virtual machines and Docker Desktop share folders of the host; local disks may use them, too. */
const shared = new Map([
  [0x65735546, 'FUSE'],
  [0x01021997, '9P'],
  [0x786f4256, 'VirtualBox'],
])

/** Warns of a file whose folder may be shared with a host. @throws Error in one line if it is on a network file system. */
export async function assertLocal(path: string, read: typeof statfs = statfs): Promise<void> {
  // A system that does not tell is taken for local.
  const type = Number((await read(dirname(path)).catch(() => ({ type: 0 }))).type)
  const [network, sharing] = [networks.get(type), shared.get(type)]
  if (network)
    throw new Error(`${path} is on a network file system (${network}), where a write can be lost: name a local disk`)
  if (!sharing) return
  process.emitWarning(`${path} is on ${sharing}: if a host shares the folder, the file can be damaged; use a volume`)
}
