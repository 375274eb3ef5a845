/** What editors show of the packages: every export and every option has a comment. */
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { packages } from '../../build/packages.ts'

const root = join(import.meta.dirname, '../..')
const entries = Object.values(packages).flatMap(({ exports = {} }) => Object.values(exports))
const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root)
const program = ts.createProgram(
  entries.map((entry) => join(root, entry)),
  options,
)
const checker = program.getTypeChecker()
const hasComment = (symbol: ts.Symbol) => symbol.getDocumentationComment(checker).length > 0

function exportsOf(entry: string): [name: string, symbol: ts.Symbol][] {
  const module = checker.getSymbolAtLocation(program.getSourceFile(join(root, entry)) as ts.SourceFile) as ts.Symbol
  return checker.getExportsOfModule(module).map((symbol) => {
    return [symbol.name, symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol]
  })
}

/** Made by a generator of others, from descriptions that not every schema has. */
const isForeign = (symbol: ts.Symbol) =>
  symbol.declarations?.some((one) => /(?:types|valibot)\.gen\.ts$/.test(one.getSourceFile().fileName))

it.each(entries)('%s', (entry) => {
  const own = exportsOf(entry).filter(([, symbol]) => !isForeign(symbol))
  const bare = own.filter(([, symbol]) => !hasComment(symbol)).map(([name]) => name)
  const bareOptions = own
    .filter(([name]) => /\wOptions?$|^Settings$|^Credentials$/.test(name))
    .flatMap(([name, symbol]) => {
      const properties = checker.getDeclaredTypeOfSymbol(symbol).getProperties()
      return properties.filter((property) => !hasComment(property)).map((property) => `${name}.${property.name}`)
    })
  expect([...bare, ...bareOptions]).toEqual([])
})
