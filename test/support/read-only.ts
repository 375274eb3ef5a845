/** Makes folders read-only, even for root. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function setReadOnly(folder: string, isReadOnly: boolean): void {
  if (process.getuid?.() !== 0) chmodSync(folder, isReadOnly ? 0o500 : 0o700)
  else execFileSync('chattr', [isReadOnly ? '+i' : '-i', folder], { stdio: 'ignore' })
}

/** The reason, if this machine does not support it. */
export const readOnlyUnsupported = ((): string | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'monitoring-read-only-'))
  try {
    setReadOnly(folder, true)
    setReadOnly(folder, false)
    return undefined
  } catch {
    return 'only chattr restricts root, and it does not work here'
  } finally {
    rmSync(folder, { recursive: true })
  }
})()
