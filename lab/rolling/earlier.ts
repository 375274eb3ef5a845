/** The server of an earlier commit. */
import { execFileSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** The flags of an installation for production. */
const install = ['ci', '-w', 'server', '--omit=dev', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund']

/** Installs the server of a commit in an empty folder; returns its file, relative to the project's root. */
export function installServer(commit: string, folder: string): string {
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  execFileSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return relative(root, join(folder, 'server/main.ts'))
}
