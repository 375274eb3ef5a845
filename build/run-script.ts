/** Runs npm and commands of packages, which are batch files on Windows: cmd.exe starts them, and needs quotes around spaces and its own signs. */
import { type ExecFileSyncOptions, execFileSync } from 'node:child_process'

/** @throws Error if the command fails. */
export function runScript(command: string, args: string[], options: ExecFileSyncOptions = {}): string {
  const [file = '', ...others] = [command, ...args].map((text) => quote(text))
  return `${execFileSync(file, others, { ...options, shell: process.platform === 'win32' }) ?? ''}`
}

/** An argument as the shell of the platform takes it. */
export function quote(text: string, platform: string = process.platform): string {
  return platform === 'win32' && /[\s&^()]/.test(text) ? `"${text}"` : text
}
