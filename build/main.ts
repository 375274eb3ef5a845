/** `npm run build -- [PACKAGE]...`: writes the packages to publish to dist/packages, each with all that it needs. */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { compile, mapValues } from './compile.ts'
import { type Package, packages } from './packages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const ours = '@monitoring-service/'

interface Manifest {
  dependencies?: Record<string, string>
  [field: string]: unknown
}

const readManifest = (name: string): Manifest => JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'))

/** The path of a compiled file in the published package. */
const compiled = (source: string, extension = '.js') => `./dist/${source.replace(/\.ts$/, extension)}`

function build(name: string, entry: Package): string {
  const folder = join(root, 'dist/packages', name)
  rmSync(folder, { recursive: true, force: true })
  const bins = Object.values(entry.bin ?? {})
  const sources = [...bins, ...Object.values(entry.exports), ...(entry.workers ?? [])]
  const imported = compile(root, sources, join(folder, 'dist'))
  for (const file of entry.assets.flatMap((pattern) => globSync(pattern, { cwd: root }))) {
    mkdirSync(dirname(join(folder, 'dist', file)), { recursive: true })
    cpSync(join(root, file), join(folder, 'dist', file))
  }
  for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE']) {
    const own = join(root, name, file)
    cpSync(existsSync(own) ? own : join(root, file), join(folder, file))
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(name, entry, imported), null, 2)}\n`)
  return folder
}

/** The manifest to publish: that of the sources, with compiled entries and the packages that are really imported. */
function manifestOf(name: string, entry: Package, imported: ReadonlySet<string>): Manifest {
  const { scripts: _, devDependencies: __, exports: ___, private: ____, ...manifest } = readManifest(name)
  const declared = ['contract', 'http', 'server', 'mock', 'conformance'].map((each) => readManifest(each).dependencies)
  const known: Record<string, string> = Object.assign({}, ...declared, readManifest(name).dependencies)
  const peers = Object.keys((manifest.peerDependencies ?? {}) as object)
  const needed = [...imported]
    .filter((dependency) => !dependency.startsWith(ours) && !peers.includes(dependency))
    .sort()
  return {
    ...manifest,
    bin: entry.bin && mapValues(entry.bin, (source) => compiled(source)),
    exports: mapValues(entry.exports, (source) => ({ types: compiled(source, '.d.ts'), default: compiled(source) })),
    files: ['dist'],
    dependencies: Object.fromEntries(
      needed.map((dependency) => [dependency, known[dependency] ?? undeclared(dependency)]),
    ),
  }
}

function undeclared(dependency: string): never {
  throw new Error(`${dependency} is imported, and no package declares it`)
}

const { positionals } = parseArgs({ allowPositionals: true })
for (const name of positionals.length > 0 ? positionals : Object.keys(packages)) {
  const entry = packages[name]
  if (!entry) throw new Error(`there is no package "${name}"; there are ${Object.keys(packages).join(', ')}`)
  console.log(build(name, entry))
}
