/**
 * Folders with packages of their own, which `npm ci` of the project does not install: each is installed from its lockfile
 * when it is first needed, and again when the lockfile changes. `node build/place.ts FOLDER` installs one.
 */
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lock } from './lock.ts'
import { runScript } from './run-script.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const stampFile = '.installed-lock.json'

/**
 * @param folder a path from the root
 * @returns the absolute path
 */
export function installPlace(folder: string): string {
  const path = join(root, folder)
  if (isInstalled(path)) return path
  const unlock = lock(`install ${folder}`)
  try {
    if (!isInstalled(path)) {
      console.error(`installing the packages of ${folder}/ (npm ci --prefix ${folder}) ...`)
      const flags = ['--loglevel=error', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts']
      const args = ['ci', '--prefix', path, ...flags]
      runScript('npm', args, { cwd: path, stdio: ['ignore', 2, 2] })
      copyFileSync(join(path, 'package-lock.json'), join(path, 'node_modules', stampFile))
    }
  } finally {
    unlock()
  }
  return path
}

/** Whether the lockfile is the one that was installed last. */
function isInstalled(path: string): boolean {
  const stamp = join(path, 'node_modules', stampFile)
  return existsSync(stamp) && readFileSync(stamp).equals(readFileSync(join(path, 'package-lock.json')))
}

if (import.meta.main) installPlace(process.argv[2] ?? '')
