/** What package-lock.json says of every package, and what a package says of itself. */
import { readFileSync } from 'node:fs'

export const root = new URL('../../../', import.meta.url)

export interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  link?: true
  hasInstallScript?: true
}

interface Manifest {
  license?: string
  /** As packages of old have it. */
  licenses?: { type: string }[]
}

export function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, root), 'utf8'))
}

const { packages } = readJson<{ packages: Record<string, Locked> }>('package-lock.json')

/** The packages of others, by where they are. */
export const locked = Object.entries(packages)
  .filter(([path]) => path.includes('node_modules/'))
  .filter(([, { link }]) => !link)

/** The name of a package, by where it is. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** The licence of a package, as an SPDX expression. */
export function licenceOf(path: string, { license }: Locked): string {
  if (license) return license
  const told = readJson<Manifest>(`${path}/package.json`)
  return told.license ?? told.licenses?.map(({ type }) => type).join(' OR ') ?? 'none'
}
