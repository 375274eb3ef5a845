/** Folders in which nothing can be made or removed, not even by root. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes a folder read-only, and takes that back. */
export function setReadOnly(folder: string, isReadOnly: boolean): void {
  if (process.getuid?.() !== 0) chmodSync(folder, isReadOnly ? 0o500 : 0o700)
  else execFileSync('chattr', [isReadOnly ? '+i' : '-i', folder], { stdio: 'ignore' })
}

/** Why that cannot be done here. */
export const readOnlyUnsupported = ((): string | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'monitoring-read-only-'))
  try {
    setReadOnly(folder, true)
    setReadOnly(folder, false)
    return undefined
  } catch {
    return 'root is held by chattr only, which does not work here'
  } finally {
    rmSync(folder, { recursive: true })
  }
})()
