/** Compiles a package with the packages it is built from into one folder that keeps the layout of the sources. */
import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import type { Package } from './packages.ts'
import { type PackageImports, rewriteImports } from './rewrite-imports.ts'
import { sourcesOf } from './sources.ts'

/** The folder of copied files, relative to the root of the sources. */
export const vendorFolder = 'vendor'

/**
 * Writes JavaScript, types and source maps of some files, and of all that they import from this repository, to a folder.
 * Imports of other packages of this repository become relative; every other import stays. JSON becomes JavaScript, which
 * every Node and bundler can import.
 * @param typed the files whose types are published, with those that they refer to.
 * @returns the packages from elsewhere that each source file imports.
 * @throws Error with the compiler's messages.
 */
export function compile(
  root: string,
  entries: string[],
  typed: string[],
  outDir: string,
  { lib = [], vendored = {} }: Package,
): PackageImports {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root)
  const sources = sourcesOf(root)
  const program = ts.createProgram(
    entries.map((entry) => join(root, entry)),
    {
      ...options,
      noEmit: false,
      target: ts.ScriptTarget.ES2022,
      lib: [...lib, 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      declaration: true,
      sourceMap: true,
      inlineSources: true,
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
    after: [rewriteImports(sources, imports, { packages: Object.keys(vendored), folder: join(root, vendorFolder) })],
    afterDeclarations: [rewriteImports(sources) as ts.TransformerFactory<ts.SourceFile | ts.Bundle>],
  })
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics]
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, hostOf(root)))
  removeOtherTypes(
    outDir,
    typed.map((entry) => join(outDir, entry.replace(/\.ts$/, '.d.ts'))),
  )
  return new Map([...imports].map(([file, packages]) => [relative(root, file), packages]))
}

function writeFile(path: string, text: string): void {
  if (path.endsWith('.json')) {
    const content = JSON.stringify(JSON.stringify(JSON.parse(text)))
    ts.sys.writeFile(`${path}.js`, `export default JSON.parse(${content})\n`)
  } else ts.sys.writeFile(path, text)
}

/** Removes the types that no published file refers to. */
function removeOtherTypes(folder: string, entries: string[]): void {
  const reached = new Set<string>()
  const visit = (file: string) => {
    if (reached.has(file) || !ts.sys.fileExists(file)) return
    reached.add(file)
    for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
      if (fileName.startsWith('.')) visit(join(file, '..', fileName.replace(/\.js$/, '.d.ts')))
    }
  }
  entries.forEach(visit)
  for (const file of ts.sys.readDirectory(folder, ['.d.ts'])) if (!reached.has(file)) rmSync(file)
}

function hostOf(root: string): ts.FormatDiagnosticsHost {
  return { getCurrentDirectory: () => root, getCanonicalFileName: (name) => name, getNewLine: () => '\n' }
}
