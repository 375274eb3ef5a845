/** Copies of what the reference server needs, in which a file may be broken. */
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Mutant, mutate } from './mutant.ts'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The packages that the server consists of. */
const packages = ['contract', 'gate', 'server']
const programs = ['test/conformance/reference.ts', 'test/conformance/mutants/serve.ts']
const needed = [...packages, ...programs, 'openapi.yaml', 'package.json']

export interface Tree {
  path: string
  /** Breaks a file while something is done. */
  broken<T>(mutant: Mutant, work: () => Promise<T>): Promise<T>
}

/** @returns the trees, in one folder that `remove` removes. */
export async function copyTrees(count: number): Promise<{ trees: Tree[]; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-mutants-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const paths = Array.from({ length: count }, (_, index) => join(folder, String(index)))
  for (const path of paths) await copyTree(path)
  return { trees: paths.map(createTree), remove: () => rm(folder, { recursive: true, force: true }) }
}

async function copyTree(path: string): Promise<void> {
  const filter = (source: string) => !['node_modules', 'dist'].includes(basename(source))
  for (const name of needed) await cp(join(root, name), join(path, name), { recursive: true, filter })
  // The packages of others are found one folder above; our own must be those of the copy.
  const own = join(path, 'node_modules/@monitoring-service')
  await mkdir(own, { recursive: true })
  for (const name of packages) {
    await symlink(join(path, name), join(own, name))
    await symlink(join(root, name, 'node_modules'), join(path, name, 'node_modules'))
  }
}

function createTree(path: string): Tree {
  return {
    path,
    async broken(mutant, work) {
      const file = join(path, mutant.file)
      const source = await readFile(file, 'utf8')
      await writeFile(file, mutate(source, mutant))
      return work().finally(() => writeFile(file, source))
    },
  }
}
