/** A copy of the tree in which a file may be broken. */
import { cp, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Mutant, mutate } from './mutant.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Tree {
  path: string
  /** Breaks a file while something is done. */
  broken<T>(mutant: Mutant, work: () => Promise<T>): Promise<T>
  remove(): Promise<void>
}

export async function copyTree(): Promise<Tree> {
  const path = await mkdtemp(join(tmpdir(), 'monitoring-mutants-'))
  const filter = (source: string) => !['node_modules', '.git'].includes(basename(source))
  await cp(root, path, { recursive: true, filter })
  const { workspaces }: { workspaces: string[] } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  for (const folder of ['', ...workspaces]) {
    const modules = join(root, folder, 'node_modules')
    const isThere = await stat(modules).then(
      () => true,
      () => false,
    )
    if (isThere) await symlink(modules, join(path, folder, 'node_modules'))
  }
  return {
    path,
    async broken(mutant, work) {
      const file = join(path, mutant.file)
      const text = await readFile(file, 'utf8')
      await writeFile(file, mutate(text, mutant))
      return work().finally(() => writeFile(file, text))
    },
    remove: () => rm(path, { recursive: true, force: true }),
  }
}
