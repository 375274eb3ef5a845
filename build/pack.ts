/** The tarballs of the packages, built once for each state of the sources and shared by the build and the tests. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPackage } from './build-package.ts'
import { cache, lock } from './lock.ts'
import { runScript } from './run-script.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The sources of the packages, and the programs that build them. */
const sources = '{build,conformance,contract,deploy,docs,examples,http,mock,sdk,server,*.json,*.md,*.yaml,LICENSE}'
const foreign = new Set(['node_modules', 'dist'])

function hashSources(): string {
  const hash = createHash('sha256')
  for (const entry of globSync([sources, `${sources}/**`], {
    cwd: root,
    exclude: ({ name }) => foreign.has(name),
    withFileTypes: true,
  })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) hash.update(path).update(readFileSync(path))
  }
  return hash.digest('hex').slice(0, 16)
}

const folder = join(cache, 'packages', hashSources())
const packed = new Map<string, Promise<string>>()

/** Returns the path of a package's tarball, which must not be changed. */
export function pack(name: string): Promise<string> {
  const known = packed.get(name) ?? buildOnce(name)
  packed.set(name, known)
  return known
}

async function buildOnce(name: string): Promise<string> {
  const unlock = lock(`pack ${name}`)
  try {
    return await build(name)
  } finally {
    unlock()
  }
}

async function build(name: string): Promise<string> {
  const [found] = globSync(join(folder, `*-${name}-*.tgz`))
  if (found) return found
  // Tarballs of earlier states of the sources.
  for (const old of globSync(join(folder, `../*/*-${name}-*.tgz`))) await rm(old)
  await mkdir(folder, { recursive: true })
  const draft = await mkdtemp(join(folder, 'draft-'))
  try {
    await buildPackage(name, join(draft, name))
    const args = ['pack', join(draft, name), '--json', '--pack-destination', draft]
    const stdout = runScript('npm', args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const [{ filename }] = JSON.parse(stdout)
    await rename(join(draft, filename), join(folder, filename))
    return join(folder, filename)
  } finally {
    await rm(draft, { recursive: true })
  }
}
