/** Compiles a package with the packages it is built from into one folder that keeps the layout of the sources. */
import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import type { Package } from './packages.ts'
import { type PackageImports, rewriteImports } from './rewrite-imports.ts'
import { sourcesOf } from './sources.ts'

/**
 * Writes JavaScript and types of some files, and of all that they load from this repository, to a folder. Entries for
 * programs come with types and source maps; a command alone needs none. Imports of other packages of this repository become
 * relative; every other import stays. JSON becomes JavaScript, which every Node and bundler can import.
 * @param started the files that others load or start.
 * @returns the packages from elsewhere that are loaded; those of which only types are imported are not.
 * @throws Error with the compiler's messages.
 */
export function compile(root: string, started: string[], outDir: string, { lib = [], exports }: Package): Set<string> {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root)
  const sources = sourcesOf(root)
  const isLibrary = exports !== undefined
  const program = ts.createProgram(
    started.map((entry) => join(root, entry)),
    {
      ...options,
      noEmit: false,
      target: ts.ScriptTarget.ES2022,
      lib: [...lib, 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      declaration: isLibrary,
      sourceMap: isLibrary,
      inlineSources: isLibrary,
      rewriteRelativeImportExtensions: true,
      rootDir: root,
      // Without a path of their own, they would be taken for installed packages, which are not compiled.
      paths: Object.fromEntries(
        Object.entries(sources).map(([name, source]) => [name, [source.replace(/\.js$/, '.d.ts')]]),
      ),
      outDir,
    },
  )
  const imports: PackageImports = new Map()
  const { diagnostics } = program.emit(undefined, writeFile, undefined, false, {
    after: [rewriteImports(sources, imports)],
    afterDeclarations: [rewriteImports(sources) as ts.TransformerFactory<ts.SourceFile | ts.Bundle>],
  })
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics]
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, hostOf(root)))
  removeUnreached(outDir, Object.values(exports ?? {}), '.d.ts')
  const reached = removeUnreached(outDir, started, '.js')
  const compiled = (file: string) => join(outDir, relative(root, file).replace(/\.ts$/, '.js'))
  return new Set([...imports].flatMap(([file, packages]) => (reached.has(compiled(file)) ? [...packages] : [])))
}

function writeFile(path: string, text: string): void {
  if (path.endsWith('.json')) {
    const content = JSON.stringify(JSON.stringify(JSON.parse(text)))
    ts.sys.writeFile(`${path}.js`, `export default JSON.parse(${content})\n`)
  } else ts.sys.writeFile(path, text)
}

/**
 * Removes the files that no entry refers to, such as a module of which only a type is imported.
 * @returns the other files
 */
function removeUnreached(folder: string, entries: string[], ending: Ending): Set<string> {
  const reached = reachableFrom(folder, entries, ending)
  for (const file of ts.sys.readDirectory(folder, [ending]).filter((it) => !reached.has(it))) {
    rmSync(file)
    rmSync(`${file}.map`, { force: true })
  }
  return reached
}

type Ending = '.js' | '.d.ts'

/** The compiled files that entries, named by their sources, refer to. */
export function reachableFrom(folder: string, entries: string[], ending: Ending): Set<string> {
  const reached = new Set<string>()
  const visit = (file: string) => {
    if (reached.has(file) || !ts.sys.fileExists(file)) return
    reached.add(file)
    for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
      if (fileName.startsWith('.')) visit(join(file, '..', fileName.replace(/\.js$/, ending)))
    }
  }
  for (const entry of entries) visit(join(folder, entry.replace(/\.ts$/, ending)))
  return reached
}

function hostOf(root: string): ts.FormatDiagnosticsHost {
  return { getCurrentDirectory: () => root, getCanonicalFileName: (name) => name, getNewLine: () => '\n' }
}
