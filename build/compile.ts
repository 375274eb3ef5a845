/** Compiles a package with the packages it is built from into one folder that keeps the layout of the sources. */
import { readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import ts from 'typescript'

const ours = '@monitoring-service/'

/**
 * Writes JavaScript, types and source maps of some files, and of all that they import from this repository, to a folder.
 * Imports of other packages of this repository become relative; every other import stays.
 * @returns the names of the packages from elsewhere that the JavaScript imports.
 * @throws Error with the compiler's messages.
 */
export function compile(root: string, entries: string[], outDir: string): Set<string> {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root)
  const program = ts.createProgram(
    entries.map((entry) => join(root, entry)),
    {
      ...options,
      noEmit: false,
      target: ts.ScriptTarget.ES2022,
      declaration: true,
      sourceMap: true,
      inlineSources: true,
      rewriteRelativeImportExtensions: true,
      rootDir: root,
      // Without a path of their own, they would be taken for installed packages, which are not compiled.
      paths: mapValues(sourcesOf(root), (source) => [source.replace(/\.js$/, '.d.ts')]),
      outDir,
    },
  )
  const imported = new Set<string>()
  const rename = relativeImports(root, imported)
  const { diagnostics } = program.emit(undefined, undefined, undefined, false, {
    after: [rename],
    afterDeclarations: [relativeImports(root) as ts.TransformerFactory<ts.SourceFile | ts.Bundle>],
  })
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics]
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, hostOf(root)))
  return imported
}

function hostOf(root: string): ts.FormatDiagnosticsHost {
  return { getCurrentDirectory: () => root, getCanonicalFileName: (name) => name, getNewLine: () => '\n' }
}

/** Turns `@monitoring-service/http/node` into the relative path of the compiled file. */
function relativeImports(root: string, imported?: Set<string>): ts.TransformerFactory<ts.SourceFile> {
  const sources = sourcesOf(root)
  return (context) => (file) => {
    const rewrite = (specifier: ts.Expression) => {
      if (!ts.isStringLiteral(specifier) || /^(?:\.|node:)/.test(specifier.text)) return specifier
      if (!specifier.text.startsWith(ours)) {
        imported?.add(/^(?:@[^/]+\/)?[^/]+/.exec(specifier.text)?.[0] ?? '')
        return specifier
      }
      const source = sources[specifier.text]
      if (!source) throw new Error(`no package exports ${specifier.text}`)
      const path = relative(dirname(file.fileName), source)
      return context.factory.createStringLiteral((path.startsWith('.') ? path : `./${path}`).replace(/\.ts$/, '.js'))
    }
    const visit = (node: ts.Node): ts.Node => {
      const { factory } = context
      if (ts.isImportDeclaration(node)) {
        const { modifiers, importClause, moduleSpecifier, attributes } = node
        return factory.updateImportDeclaration(node, modifiers, importClause, rewrite(moduleSpecifier), attributes)
      }
      if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
        const { modifiers, isTypeOnly, exportClause, moduleSpecifier, attributes } = node
        return factory.updateExportDeclaration(
          node,
          modifiers,
          isTypeOnly,
          exportClause,
          rewrite(moduleSpecifier),
          attributes,
        )
      }
      if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword && node.arguments[0]) {
        const [first, ...others] = node.arguments
        return factory.updateCallExpression(node, node.expression, undefined, [rewrite(first), ...others])
      }
      if (
        ts.isImportTypeNode(node) &&
        ts.isLiteralTypeNode(node.argument) &&
        ts.isStringLiteral(node.argument.literal)
      ) {
        const argument = factory.createLiteralTypeNode(rewrite(node.argument.literal) as ts.StringLiteral)
        return factory.updateImportTypeNode(
          node,
          argument,
          node.attributes,
          node.qualifier,
          node.typeArguments,
          node.isTypeOf,
        )
      }
      return ts.visitEachChild(node, visit, context)
    }
    return ts.visitEachChild(file, visit, context)
  }
}

const names = ['contract', 'http', 'server', 'mock', 'conformance']

/** The source file behind each export of our packages, by the name that it is imported by. */
function sourcesOf(root: string): Record<string, string> {
  const entries = names.flatMap((name) => {
    const { exports = {} } = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8')) as {
      exports?: Record<string, string>
    }
    return Object.entries(exports).map(([path, file]): [string, string] => {
      return [posix.join(ours, name, path), join(root, name, file)]
    })
  })
  return Object.fromEntries(entries)
}

export function mapValues<A, B>(record: Record<string, A>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
