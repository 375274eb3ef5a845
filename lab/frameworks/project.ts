/** Projects that have the published packages from their tarballs, outside this repository. */
import { globSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pack } from '../../build/pack.ts'
import { createFolder } from '../../test/support/packages/install.ts'
import { freePort } from '../../test/support/ports.ts'
import { MissingError, run } from '../programs.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const own = ['.next', '.svelte-kit', 'dist', 'node_modules', 'package-lock.json', 'public']

export interface Project {
  /** As the results name it, and its selection. */
  name: string
  title: string
  /** Its folder, from the root; then those that it needs beside it. */
  folders: [string, ...string[]]
  /** Its commands of npm, after `npm install`. */
  steps?: string[][]
  /** Versions of packages in place of those in its package.json. */
  versions?: Record<string, string>
  /** More environment variables. */
  settings?(): Promise<Record<string, string>> | Record<string, string>
}

/**
 * Copies the project, installs it and runs its tests.
 * @throws MissingError if something that it needs could not be installed.
 */
export async function tryProject({ folders, steps = [['test']], versions = {}, settings }: Project): Promise<void> {
  const folder = await createFolder()
  try {
    await copyFolders(folders, versions, folder)
    // With NODE_ENV, npm may install no devDependencies.
    const env = {
      ASTRO_TELEMETRY_DISABLED: '1',
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_ENV: undefined,
      ...(await settings?.()),
    }
    const [first, ...others] = folders.map((each) => join(folder, basename(each))) as [string, ...string[]]
    for (const path of [first, ...others]) await install(path, env)
    for (const step of steps) await run('npm', step, { cwd: first, env })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Copies them beside each other, with free ports and with the tarballs in place of releases. */
async function copyFolders(folders: string[], versions: Record<string, string>, folder: string): Promise<void> {
  const ports = ['3001', '3002', '4010', '5173', '6006']
  const tarballs = ['sdk', 'mock'].map(async (name) => [`@monitoring-service/${name}`, `file:${await pack(name)}`])
  const wanted = [...(await Promise.all(tarballs)), ...Object.entries(versions)] as [string, string][]
  const changes: [string | RegExp, string][] = [
    ...(await Promise.all(ports.map(async (port): Promise<[string, string]> => [port, `${await freePort()}`]))),
    ...wanted.map(([name, version]): [RegExp, string] => [RegExp(`(?<="${name}": ")[^"]+`, 'g'), version]),
  ]
  for (const each of folders) {
    const filter = (path: string) => !own.includes(basename(path))
    await cp(join(root, each), join(folder, basename(each)), { recursive: true, filter })
  }
  for (const file of globSync(join(folder, '**/*.{json,ts,tsx}'))) {
    const text = await readFile(file, 'utf8')
    await writeFile(
      file,
      changes.reduce((whole, [from, to]) => whole.replaceAll(from, to), text),
    )
  }
}

async function install(path: string, env: NodeJS.ProcessEnv): Promise<void> {
  const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  await run('npm', ['install', ...flags], { cwd: path, env }).catch(({ message }) => {
    throw new MissingError(`could not be installed: ${message}`)
  })
}
