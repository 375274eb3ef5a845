/** A step of the compiler that makes imports fit the published layout. */
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { scope } from './sources.ts'

/** The packages from elsewhere that files import, by the path of the file. */
export type PackageImports = Map<string, Set<string>>

/**
 * Turns `@monitoring-service/http/node` into the relative path of the compiled file, `./data.json` into `./data.json.js`,
 * `import.meta.resolve` of a copied file into its URL, and `new URL('./worker.ts', import.meta.url)` into the URL of the compiled file.
 * @param sources the files behind the names of this repository's packages.
 * @param imports receives the other packages that are imported.
 * @param vendored the packages of which files are copied, and the folder of the copies.
 */
export function rewriteImports(
  sources: Record<string, string>,
  imports?: PackageImports,
  vendored: { packages: string[]; folder: string } = { packages: [], folder: '' },
): ts.TransformerFactory<ts.SourceFile> {
  return (context) => (file) => {
    const { factory } = context
    const text = (specifier: string) => factory.createStringLiteral(specifier)

    function rewrite(node: ts.Expression): ts.Expression {
      if (!ts.isStringLiteral(node) || node.text.startsWith('node:')) return node
      const specifier = node.text
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

    /** `import.meta.resolve('package/file')` of a file that is copied. */
    function isVendored(node: ts.CallExpression): boolean {
      const [path] = node.arguments
      return (
        isImport(node) &&
        !!path &&
        ts.isStringLiteral(path) &&
        vendored.packages.some((it) => path.text.startsWith(`${it}/`))
      )
    }

    function visit(node: ts.Node): ts.Node {
      if (ts.isImportDeclaration(node)) {
        return factory.updateImportDeclaration(
          node,
          node.modifiers,
          node.importClause,
          rewrite(node.moduleSpecifier),
          undefined,
        )
      }
      if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
        const { modifiers, isTypeOnly, exportClause, moduleSpecifier } = node
        return factory.updateExportDeclaration(
          node,
          modifiers,
          isTypeOnly,
          exportClause,
          rewrite(moduleSpecifier),
          undefined,
        )
      }
      if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
        const argument = factory.createLiteralTypeNode(
          rewrite(node.argument.literal as ts.Expression) as ts.StringLiteral,
        )
        const { attributes, qualifier, typeArguments, isTypeOf } = node
        return factory.updateImportTypeNode(node, argument, attributes, qualifier, typeArguments, isTypeOf)
      }
      if (ts.isCallExpression(node) && isVendored(node)) {
        const path = relative(
          dirname(file.fileName),
          join(vendored.folder, (node.arguments[0] as ts.StringLiteral).text),
        )
        const url = factory.createNewExpression(factory.createIdentifier('URL'), undefined, [
          text(path),
          factory.createPropertyAccessExpression(
            factory.createMetaProperty(ts.SyntaxKind.ImportKeyword, factory.createIdentifier('meta')),
            'url',
          ),
        ])
        return factory.createPropertyAccessExpression(url, 'href')
      }
      if (ts.isCallExpression(node) && isImport(node) && node.arguments[0]) {
        return factory.updateCallExpression(node, node.expression, undefined, [rewrite(node.arguments[0])])
      }
      if (ts.isNewExpression(node) && isUrlOfSource(node)) {
        const [path, base] = node.arguments as unknown as [ts.StringLiteral, ts.Expression]
        return factory.updateNewExpression(node, node.expression, undefined, [text(compiledName(path.text)), base])
      }
      return ts.visitEachChild(node, visit, context)
    }
    return ts.visitEachChild(file, visit, context)
  }
}

function compiledName(path: string): string {
  return path.endsWith('.json') ? `${path}.js` : path.replace(/(?<!\.d)\.ts$/, '.js')
}

/** `import(…)` and `import.meta.resolve(…)`. */
function isImport({ expression }: ts.CallExpression): boolean {
  if (expression.kind === ts.SyntaxKind.ImportKeyword) return true
  return (
    ts.isPropertyAccessExpression(expression) &&
    ts.isMetaProperty(expression.expression) &&
    expression.name.text === 'resolve'
  )
}

/** `new URL('./file.ts', …)`. */
function isUrlOfSource({ expression, arguments: [path] = [] as never }: ts.NewExpression): boolean {
  return (
    ts.isIdentifier(expression) &&
    expression.text === 'URL' &&
    !!path &&
    ts.isStringLiteral(path) &&
    /\.ts$/.test(path.text)
  )
}
