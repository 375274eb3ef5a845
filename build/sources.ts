/** The source files behind the exports of this repository's packages. */
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export const scope = '@monitoring-service/'

/** The packages that others are built from. */
export const parts = ['contract', 'http', 'server', 'mock', 'conformance']

export interface Manifest {
  version: string
  engines?: { node: string }
  exports?: Record<string, string>
  /** Files that take the place of others in bundles for browsers. */
  browser?: Record<string, string>
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  [field: string]: unknown
}

export function readManifest(root: string, name: string): Manifest {
  return JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'))
}

/** Absolute paths by the names that they are imported by. */
export function sourcesOf(root: string): Record<string, string> {
  const entries = parts.flatMap((name) =>
    Object.entries(readManifest(root, name).exports ?? {}).map(([path, file]): [string, string] => {
      return [posix.join(scope, name, path), join(root, name, file)]
    }),
  )
  return Object.fromEntries(entries)
}
