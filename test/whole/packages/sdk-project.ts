/** A project in a temporary folder that has the SDK installed from its tarball. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { pack } from './install.ts'

const execute = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))
const peers = ['@tanstack/react-query', '@types/react', '@types/react-dom', 'react', 'react-dom', 'valibot']

export interface Project {
  folder: string
  /** Runs a program in the folder and returns its output; rejects with the output if the program fails. */
  run(program: string, ...args: string[]): Promise<string>
  /** The consumer as one script that defines `program`. */
  bundle(platform: 'browser' | 'neutral'): Promise<string>
  /** Builds examples/react and returns its files by path. */
  buildPage(): Promise<Record<string, string>>
  remove(): Promise<void>
}

/** Builds and packs the SDK and installs the tarball; its peer packages are links to those of this project. */
export async function createProject(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'packed-'))
  const run = async (program: string, ...args: string[]) => {
    const { stdout } = await execute(program, args, { cwd: folder }).catch(({ message, stdout }) => {
      throw new Error(`${message}\n${stdout}`)
    })
    return stdout
  }
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const { file } = await pack('sdk', folder)
    await run('npm', 'install', '--silent', '--offline', '--no-audit', '--no-fund', '--prefix', folder, file)
    for (const name of peers) {
      await mkdir(dirname(join(folder, 'node_modules', name)), { recursive: true })
      await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
    }
    for (const name of ['consumer.mjs', 'consumer-cli.mjs'])
      await cp(join(root, 'test/whole/packages', name), join(folder, name))
    const isSource = (path: string) => !/\/(?:dist|node_modules)$/.test(path)
    await cp(join(root, 'examples'), join(folder, 'examples'), { recursive: true, filter: isSource })
    await cp(join(root, 'test/whole/packages/consumer-types.ts.txt'), join(folder, 'types.mts'))
  } catch (error) {
    await remove()
    throw error
  }
  return {
    folder,
    run,
    remove,
    async bundle(platform) {
      const entry = join(folder, 'consumer.mjs')
      const define = { 'process.env.NODE_ENV': '"production"' }
      const outcome = await build({
        entryPoints: [entry],
        bundle: true,
        write: false,
        format: 'iife',
        globalName: 'program',
        mainFields: ['module', 'main'],
        platform,
        define,
      })
      return outcome.outputFiles[0]?.text ?? ''
    },
    async buildPage() {
      const example = join(folder, 'examples/react')
      await run('npm', 'run', 'build', '--silent', '--prefix', example)
      const files = ['index.html', 'dist/main.js', 'dist/main.css']
      const texts = files.map(async (file) => [`/${file}`, await readFile(join(example, file), 'utf8')])
      const { '/index.html': page = '', ...others } = Object.fromEntries(await Promise.all(texts))
      return { '/': page, ...others }
    },
  }
}
