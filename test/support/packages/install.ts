/** Projects outside this repository that have one of the published packages installed from its tarball. */
import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pack } from '../../../build/pack.ts'

const execute = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))

export interface Result {
  code: number
  stdout: string
  stderr: string
}

export interface Started {
  url: string
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>
}

/** The project as one runtime sees it. */
export interface Installed {
  folder: string
  /** Runs a program with its arguments. */
  node(...args: string[]): Promise<Result>
  /** Runs a line of shell, with this Node and npm on its path. */
  shell(line: string): Promise<Result>
  /** Writes a file of the project and returns its name, which no other file has. */
  write(ending: string, text: string): Promise<string>
  /** Runs JavaScript as a module of the project. */
  script(code: string): Promise<Result>
  /** Runs a command that a package has installed. */
  run(command: string, ...args: string[]): Promise<Result>
  /** Starts a command that prints "listening on URL". */
  start(command: string, ...args: string[]): Promise<Started>
}

export interface Project {
  folder: string
  /** The path of a package's folder. */
  packageFolder: string
  on(node: string): Installed
  remove(): Promise<void>
}

export async function createFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'packed-'))
}

/** Extracts the tarball, and links the packages that its manifest names to those of this repository: without a network. */
export async function installLinked(name: string, peers: string[] = []): Promise<Project> {
  const folder = await createFolder()
  const project = createProject(name, folder)
  await mkdir(project.packageFolder, { recursive: true })
  await execute('tar', ['-xzf', await pack(name), '-C', project.packageFolder, '--strip-components=1'])
  const { dependencies = {} } = await linkCommands(folder, project.packageFolder)
  for (const dependency of [...Object.keys(dependencies), ...peers]) {
    const installed = await findInstalled(dependency, dependencies[dependency])
    await link(installed, join(folder, 'node_modules', dependency))
    if (peers.includes(dependency)) await linkCommands(folder, installed)
  }
  return project
}

/** Finds a package of this repository, in the version that is asked for. */
async function findInstalled(name: string, version: string | undefined): Promise<string> {
  for (const place of ['', 'contract', 'http', 'server', 'mock', 'conformance', 'test']) {
    const folder = join(root, place, 'node_modules', name)
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined)
    if (text && (!version || JSON.parse(text).version === version)) return folder
  }
  throw new Error(`${name} ${version ?? ''} is not installed`)
}

/** Links the commands of a package, and returns its manifest. */
async function linkCommands(folder: string, packageFolder: string): Promise<{ dependencies?: Record<string, string> }> {
  const manifest = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  for (const [command, path] of Object.entries<string>(manifest.bin ?? {})) {
    const program = join(packageFolder, path)
    await chmod(program, 0o755)
    await link(program, join(folder, 'node_modules/.bin', command))
  }
  return manifest
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await symlink(target, path)
}

export interface Installation {
  project: Project
  seconds: number
  packages: number
  megabytes: number
}

/** Installs a tarball, and more packages, from the registry. */
export async function installFromRegistry(name: string, others: string[] = []): Promise<Installation> {
  const file = await pack(name)
  const folder = await createFolder()
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const began = performance.now()
  const install = (...what: string[]) =>
    execute('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...what], { cwd: folder })
  await install(file)
  const seconds = (performance.now() - began) / 1000
  const lock = JSON.parse(await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8'))
  const { stdout } = await execute('du', ['-sk', join(folder, 'node_modules')])
  if (others.length > 0) await install(...others)
  return {
    project: createProject(name, folder),
    seconds,
    packages: Object.keys(lock.packages).length,
    megabytes: Number.parseInt(stdout, 10) / 1024,
  }
}

function createProject(name: string, folder: string): Project {
  return {
    folder,
    packageFolder: join(folder, 'node_modules/@monitoring-service', name),
    on: (node) => installedOn(node, folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

function installedOn(node: string, folder: string): Installed {
  const PATH = [join(folder, 'node_modules/.bin'), dirname(node), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter)
  const options = { cwd: folder, env: { PATH, HOME: folder, NO_COLOR: '1' } }
  const run = (program: string, args: string[]): Promise<Result> =>
    execute(program, args, { ...options, maxBuffer: 2 ** 24 }).then(
      (output) => ({ code: 0, ...output }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    )
  const write = async (ending: string, text: string) => {
    const name = randomUUID() + ending
    await writeFile(join(folder, name), text)
    return name
  }
  return {
    folder,
    node: (...args) => run(node, args),
    shell: (line) => run('sh', ['-c', line]),
    write,
    script: async (code) => run(node, [await write('.mjs', code)]),
    run: (command, ...args) => run(command, args),
    async start(command, ...args) {
      const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
      const ended = once(child, 'close').then(([code]) => code as number | null)
      let output = ''
      const url = await new Promise<string>((resolve, reject) => {
        for (const stream of [child.stdout, child.stderr]) {
          stream.setEncoding('utf8').on('data', (text) => {
            output += text
            const [, found] = /listening on (http:\S+)\n/.exec(output) ?? []
            if (found) resolve(found)
          })
        }
        ended.then((code) => reject(new Error(`${command} exited with ${code}: ${output}`)))
      })
      return {
        url,
        stop() {
          child.kill('SIGTERM')
          return ended
        },
      }
    },
  }
}

/** The compiler of this repository, which projects are checked with. */
export const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
