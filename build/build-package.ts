/** Builds a package to publish: its code, its manifest and its documents. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writePublished } from '../contract/codegen/published.ts'
import { bundle } from './bundle.ts'
import { addCommonJs, bundleCommonJs, commonjsFolder } from './commonjs.ts'
import { compile } from './compile.ts'
import { isCommonJs, type Package, packages } from './packages.ts'
import { type Manifest, parts, readManifest, scope } from './sources.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const repository = 'https://github.com/monitoring-service/monitoring-service'

/** Writes a package to a folder, which it replaces. */
export async function buildPackage(name: string, folder: string): Promise<void> {
  const entry = packages[name]
  if (!entry) throw new Error(`there is no package "${name}"; there are ${Object.keys(packages).join(', ')}`)
  rmSync(folder, { recursive: true, force: true })
  const dependencies = name === 'sdk' ? await compileSdk(folder) : await compilePackage(name, entry, folder)
  for (const file of entry.files ?? []) copy(join(root, name, file), join(folder, file))
  for (const file of filesMatching(entry.examples)) copy(join(root, file), join(folder, file))
  for (const file of entry.documents ?? []) copyDocument(file, join(folder, file), folder)
  for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE']) {
    const own = join(name, file)
    copyDocument(existsSync(join(root, own)) ? own : file, join(folder, file))
  }
  const manifest = JSON.stringify(manifestOf(name, entry, dependencies), null, 2)
  writeFileSync(join(folder, 'package.json'), `${manifest}\n`)
  addFolders(entry, folder)
  // Code that imports its manifest reads the published one, which names the Node that it needs.
  const imported = join(folder, 'dist', name, 'package.json.js')
  if (existsSync(imported)) writeFileSync(imported, `export default ${manifest}\n`)
}

async function compileSdk(folder: string): Promise<Set<string>> {
  const compiler = fileURLToPath(import.meta.resolve('typescript/bin/tsc'))
  const out = join(folder, 'dist')
  const args = [compiler, '-p', join(root, 'sdk/tsconfig.build.json'), '--outDir', join(out, 'sdk')]
  execFileSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  await addCommonJs(out)
  return new Set()
}

/** Returns the packages that the compiled code imports. */
async function compilePackage(name: string, entry: Package, folder: string): Promise<Set<string>> {
  const { bin = {}, exports = {}, workers = [], bundles = [], assets = [], published = [], dependencies = [] } = entry
  const out = join(folder, 'dist')
  const started = [...Object.values(bin), ...Object.values(exports), ...workers]
  const imported = compile(root, started, out, entry)
  for (const source of bundles) await bundle(root, source, join(out, source.replace(/\.ts$/, '.js')))
  const peers = Object.keys(readManifest(root, name).peerDependencies ?? {})
  const required = Object.keys(exports).filter((path) => isCommonJs(entry, path))
  if (required.length > 0) {
    const sources = required.map((path) => exports[path] as string)
    await bundleCommonJs(root, sources, out, peers)
  }
  for (const file of filesMatching(assets)) copy(join(root, file), join(out, file))
  if (published.length > 0) writePublished(join(out, 'contract/generated'), published)
  return new Set([...imported, ...dependencies].filter((it) => !peers.includes(it)))
}

function filesMatching(patterns: string[] = []): string[] {
  return patterns.flatMap((pattern) => globSync(pattern, { cwd: root }))
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to)
}

/**
 * Copies a document. Relative links lead to the repository.
 * @param inside the package's folder, if links to files that it has stay as they are.
 */
function copyDocument(file: string, to: string, inside?: string): void {
  const text = readFileSync(join(root, file), 'utf8')
  const absolute = text.replace(/\]\((?![a-z]+:|#)([^)#\s]+)/g, (link, target) => {
    const path = posix.join(posix.dirname(file), target)
    return inside && existsSync(join(inside, path)) ? link : `](${repository}/blob/main/${path}`
  })
  mkdirSync(dirname(to), { recursive: true })
  writeFileSync(to, file.endsWith('.md') ? absolute : text)
}

/** The manifest of the sources, with compiled entries and the packages that are really imported. */
function manifestOf(name: string, entry: Package, imported: ReadonlySet<string>): Manifest {
  const { bin, exports = {}, files = [], examples = [], documents = [], node } = entry
  const { scripts: _, devDependencies: __, private: ___, browser, ...manifest } = readManifest(root, name)
  const { version } = readManifest(root, '')
  if (manifest.version !== version) throw new Error(`${name} has version ${manifest.version}, not ${version}`)
  return {
    ...manifest,
    homepage: `${repository}/tree/main/${name}#readme`,
    bugs: `${repository}/issues`,
    repository: { type: 'git', url: `git+${repository}.git`, directory: name },
    ...(node && { engines: { node } }),
    ...(bin && { bin: mapValues(bin, (source) => compiled(source)) }),
    exports: {
      ...mapValues(exports, (source, path) => (isCommonJs(entry, path) ? bothFormats(source) : filesOf(source))),
      ...Object.fromEntries(['package.json', ...files].map((file) => [`./${file}`, `./${file}`])),
    },
    ...(entry.commonjs && withoutExports(entry, '.')),
    ...(browser && {
      browser: Object.fromEntries(
        Object.entries(browser).map((pair) => pair.map((file) => compiled(join(name, file)))),
      ),
    }),
    files: [
      'dist',
      'CHANGELOG.md',
      ...files,
      ...foldersOf(entry),
      ...new Set([...examples, ...documents].map((path) => path.split('/')[0])),
    ],
    dependencies: versionsOf(name, imported),
  } as Manifest
}

/** The versions of packages from elsewhere, as the package or one of those that it is built from declares them. */
function versionsOf(name: string, imported: ReadonlySet<string>): Record<string, string> {
  const declared = Object.assign({}, ...[...parts, name].map((each) => readManifest(root, each).dependencies))
  const needed = [...imported].filter((dependency) => !dependency.startsWith(scope)).sort()
  const undeclared = needed.find((dependency) => !declared[dependency])
  if (undeclared) throw new Error(`${undeclared} is imported, and no package declares it`)
  return Object.fromEntries(needed.map((dependency) => [dependency, declared[dependency]]))
}

function filesOf(source: string) {
  return { types: compiled(source, '.d.ts'), default: compiled(source) }
}

/** A folder with a manifest for each entry, for tools that do not read `exports`: TypeScript's `node10`, and Metro if set so. */
function addFolders(entry: Package, folder: string): void {
  for (const path of foldersOf(entry)) {
    mkdirSync(join(folder, path))
    const paths = mapValues(withoutExports(entry, `./${path}`), (file) => `.${file}`)
    writeFileSync(join(folder, path, 'package.json'), `${JSON.stringify(paths, null, 2)}\n`)
  }
}

const foldersOf = (entry: Package) =>
  Object.keys(entry.exports ?? {}).flatMap((path) => (path !== '.' && isCommonJs(entry, path) ? [path.slice(2)] : []))

function withoutExports(entry: Package, path: string): Record<string, string> {
  const source = entry.exports?.[path] ?? ''
  const types = compiled(source, '.d.ts')
  return isCommonJs(entry, path) ? { main: compiled(join(commonjsFolder, source)), types } : { types }
}

/** Where `require` can load the ES module, it does, so that a program has each class once. */
function bothFormats(source: string) {
  const modules = filesOf(source)
  return { 'module-sync': modules, import: modules, require: filesOf(join(commonjsFolder, source)) }
}

/** The path of a compiled file in the published package. */
function compiled(source: string, extension = '.js'): string {
  return `./dist/${source.replace(/\.ts$/, extension)}`
}

function mapValues<A, B>(record: Record<string, A>, map: (value: A, key: string) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
}
