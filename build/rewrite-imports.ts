/** A step of the compiler that makes imports fit the published layout. */
import { dirname, relative } from 'node:path'
import ts from 'typescript'
import { scope } from './sources.ts'

/** The packages from elsewhere that files import, by the path of the file. */
export type PackageImports = Map<string, Set<string>>

/**
 * Turns `@monitoring-service/http/node` into the relative path of the compiled file, `./data.json` into `./data.json.js`,
 * and `new URL('./worker.ts', import.meta.url)` into the URL of the compiled file.
 * @param sources the files behind the names of this repository's packages.
 * @param imports receives the other packages that are imported.
 */
export function rewriteImports(
  sources: Record<string, string>,
  imports?: PackageImports,
): ts.TransformerFactory<ts.SourceFile> {
  return (context) => (file) => {
    const { factory } = context
    const text = (specifier: string) => factory.createStringLiteral(specifier)

    function rewriteLiteral(node: ts.StringLiteral): ts.StringLiteral {
      const specifier = node.text
      if (specifier.startsWith('node:')) return node
      if (specifier.startsWith('.')) return text(compiledName(specifier))
      if (!specifier.startsWith(scope)) {
        const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? ''
        imports?.set(file.fileName, (imports.get(file.fileName) ?? new Set()).add(name))
        return node
      }
      const source = sources[specifier]
      if (!source) throw new Error(`no package exports ${specifier}`)
      const path = relative(dirname(file.fileName), source)
      return text(compiledName(path.startsWith('.') ? path : `./${path}`))
    }

    const rewrite = (node: ts.Expression) => (ts.isStringLiteral(node) ? rewriteLiteral(node) : node)

    function visit(node: ts.Node): ts.Node {
      if (ts.isImportDeclaration(node)) {
        const { modifiers, importClause, moduleSpecifier } = node
        return factory.updateImportDeclaration(node, modifiers, importClause, rewrite(moduleSpecifier), undefined)
      }
      if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
        const { modifiers, isTypeOnly, exportClause } = node
        const specifier = rewrite(node.moduleSpecifier)
        return factory.updateExportDeclaration(node, modifiers, isTypeOnly, exportClause, specifier, undefined)
      }
      if (
        ts.isImportTypeNode(node) &&
        ts.isLiteralTypeNode(node.argument) &&
        ts.isStringLiteral(node.argument.literal)
      ) {
        const argument = factory.createLiteralTypeNode(rewriteLiteral(node.argument.literal))
        const { attributes, qualifier, typeArguments, isTypeOf } = node
        return factory.updateImportTypeNode(node, argument, attributes, qualifier, typeArguments, isTypeOf)
      }
      if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword && node.arguments[0]) {
        return factory.updateCallExpression(node, node.expression, undefined, [rewrite(node.arguments[0])])
      }
      if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'URL') {
        const [path, ...base] = node.arguments ?? []
        if (path && ts.isStringLiteral(path) && path.text.endsWith('.ts')) {
          return factory.updateNewExpression(node, node.expression, undefined, [text(compiledName(path.text)), ...base])
        }
      }
      return ts.visitEachChild(node, visit, context)
    }
    return ts.visitEachChild(file, visit, context)
  }
}

function compiledName(path: string): string {
  return path.endsWith('.json') ? `${path}.js` : path.replace(/(?<!\.d)\.ts$/, '.js')
}
