/** Creates and mounts test disks, which requires root. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Creates a small ext4 image. */
export function makeImage(image: string): void {
  run('truncate', '-s', '32M', image)
  run('mkfs.ext4', '-q', '-F', image)
}

export interface Disk {
  path: string
  /** May be called twice. */
  unmount(): void
}

/**
 * Mounts an image. `noauto_da_alloc` keeps the file system from writing a file that replaces another one
 * before the rename, so that only synced files survive.
 */
export function mountImage(image: string, path: string): Disk {
  return mount(path, '-o', 'loop,noauto_da_alloc', image)
}

/** Mounts a small disk in memory. */
export function mountMemory(size: string, path: string): Disk {
  return mount(path, '-t', 'tmpfs', '-o', `size=${size},mode=700`, 'none')
}

function mount(path: string, ...args: string[]): Disk {
  mkdirSync(path, { recursive: true })
  run('mount', ...args, path)
  let isMounted = true
  return {
    path,
    unmount() {
      if (isMounted) run('umount', path)
      isMounted = false
    },
  }
}

/** The reason why images cannot be mounted here, if any. */
export function imageMountUnsupported(): string | undefined {
  return explain((path) => {
    makeImage(`${path}.img`)
    return mountImage(`${path}.img`, path)
  })
}

/** The reason why memory disks cannot be mounted here, if any. */
export function memoryMountUnsupported(): string | undefined {
  return explain((path) => mountMemory('64k', path))
}

function explain(attempt: (path: string) => Disk): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can mount'
  const folder = mkdtempSync(join(tmpdir(), 'monitoring-mount-'))
  try {
    attempt(join(folder, 'disk')).unmount()
    return undefined
  } catch (error) {
    return (error as Error).message.replaceAll('\n', ' ').trim()
  } finally {
    rmSync(folder, { recursive: true })
  }
}
