/** Reads the third-party packages from the lockfiles of the project and of the folders that have their own. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = new URL('../../', import.meta.url)

interface Entry {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  link?: true
  hasInstallScript?: true
}

export interface LockedPackage extends Entry {
  name: string
  /** Lockfile and path in it. */
  location: string
  /** An SPDX expression. */
  licence: string
}

interface Manifest {
  license?: string
  /** The form of old packages. */
  licenses?: { type: string }[]
}

export function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, root), 'utf8'))
}

const isInstalled = (path: string) => path === 'node_modules' || path.endsWith('/node_modules')
export const lockfiles = globSync('**/package-lock.json', { cwd: fileURLToPath(root), exclude: isInstalled })

/** Packages of other places whose lockfile names no licence, or not in one word; the licence files of these versions were read. */
const unnamed: Record<string, string> = {
  '@msw/source': 'MIT',
  backslash: 'MIT',
  'compute-gcd': 'MIT',
  'compute-lcm': 'MIT',
  httpntlm: 'MIT',
  'json-query': 'MIT',
  reserved: 'MIT',
  'stack-trace': 'MIT',
  tv4: 'MIT',
  'validate.io-function': 'MIT',
  'validate.io-integer': 'MIT',
  'validate.io-integer-array': 'MIT',
  'validate.io-number': 'MIT',
}

export const lockedPackages = lockfiles.flatMap((lockfile) => {
  const { packages } = readJson<{ packages: Record<string, Entry> }>(lockfile)
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, entry]): LockedPackage => {
      const name = path.replace(/.*node_modules\//, '')
      return {
        ...entry,
        name,
        location: `${lockfile}: ${path}`,
        licence: unnamed[name] ?? entry.license ?? readLicence(path),
      }
    })
})

function readLicence(path: string): string {
  const { license, licenses } = readJson<Manifest>(`${path}/package.json`)
  return license ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'none'
}
