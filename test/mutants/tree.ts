/** Copies of the tree, in which files may be broken. */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Makes copies in one folder, which `remove` removes.
 * @param needed what to copy, from the root; by default, everything.
 */
export async function copyTrees(
  count: number,
  needed?: readonly string[],
): Promise<{ paths: string[]; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'monitoring-mutants-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const paths = Array.from({ length: count }, (_, index) => join(folder, String(index)))
  for (const path of paths) await copyTree(path, needed ?? (await readdir(root)))
  return { paths, remove: () => rm(folder, { recursive: true, force: true }) }
}

async function copyTree(path: string, needed: readonly string[]): Promise<void> {
  const filter = (source: string) => !['node_modules', '.git', 'dist'].includes(basename(source))
  for (const name of needed) await cp(join(root, name), join(path, name), { recursive: true, filter })
  // The packages of others are found one folder above; our own must be those of the copy.
  const own = join(path, 'node_modules/@monitoring-service')
  await mkdir(own, { recursive: true })
  const { workspaces }: { workspaces: string[] } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  for (const name of workspaces.filter((name) => needed.includes(name))) {
    await symlink(join(path, name), join(own, name))
    await symlink(join(root, name, 'node_modules'), join(path, name, 'node_modules'))
  }
}

/** Changes a file while something is done. */
export async function whileChanged<T>(
  file: string,
  change: (text: string) => string,
  work: () => Promise<T>,
): Promise<T> {
  const text = await readFile(file, 'utf8')
  await writeFile(file, change(text))
  return work().finally(() => writeFile(file, text))
}
