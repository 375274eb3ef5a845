/** Compiles a package with the packages it is built from into one folder that keeps the layout of the sources. */
import { readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import ts from 'typescript'

const ours = '@monitoring-service/'

/**
 * Writes JavaScript, types and source maps of some files, and of all that they import from this repository, to a folder.
 * Imports of other packages of this repository become relative; every other import stays.
 * @throws Error with the compiler's messages.
 */
export function compile(root: string, entries: string[], outDir: string): void {
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
      outDir,
    },
  )
  const rename = relativeImports(root)
  const { diagnostics } = program.emit(undefined, undefined, undefined, false, {
    after: [rename],
    afterDeclarations: [rename as ts.TransformerFactory<ts.SourceFile | ts.Bundle>],
  })
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics]
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, hostOf(root)))
}

function hostOf(root: string): ts.FormatDiagnosticsHost {
  return { getCurrentDirectory: () => root, getCanonicalFileName: (name) => name, getNewLine: () => '\n' }
}

/** Turns `@monitoring-service/http/node` into the relative path of the compiled file. */
function relativeImports(root: string): ts.TransformerFactory<ts.SourceFile> {
  return (context) => (file) => {
    const rewrite = (specifier: ts.Expression) => {
      if (!ts.isStringLiteral(specifier) || !specifier.text.startsWith(ours)) return specifier
      const path = posix.normalize(relative(dirname(file.fileName), join(root, fileOf(root, specifier.text))))
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
        return factory.updateExportDeclaration(node, modifiers, isTypeOnly, exportClause, rewrite(moduleSpecifier), attributes)
      }
      if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword && node.arguments[0]) {
        const [first, ...others] = node.arguments
        return factory.updateCallExpression(node, node.expression, undefined, [rewrite(first), ...others])
      }
      if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
        const argument = factory.createLiteralTypeNode(rewrite(node.argument.literal) as ts.StringLiteral)
        return factory.updateImportTypeNode(node, argument, node.attributes, node.qualifier, node.typeArguments, node.isTypeOf)
      }
      return ts.visitEachChild(node, visit, context)
    }
    return ts.visitEachChild(file, visit, context)
  }
}

/** The source file behind an import of one of our packages, from the root. */
function fileOf(root: string, specifier: string): string {
  const [name = '', ...rest] = specifier.slice(ours.length).split('/')
  const { exports } = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8')) as {
    exports: Record<string, string>
  }
  const target = exports[rest.length > 0 ? `./${rest.join('/')}` : '.']
  if (!target) throw new Error(`${name}/package.json exports no ${specifier}`)
  return posix.join(name, target)
}
