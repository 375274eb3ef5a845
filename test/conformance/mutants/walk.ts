/** Walks the syntax tree of a source file and lists all its mutants. */
import ts from 'typescript'
import type { Mutant } from './mutant.ts'
import { operators } from './operators.ts'

/** Every mutant of a file, in the order of its text. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const lines = source.split('\n')
  const found = new Map<string, Mutant>()

  function add(node: ts.Node, replacement: string): void {
    const start = node.getStart()
    const comma = replacement === '' ? (/^\s*,/.exec(source.slice(node.end))?.[0].length ?? 0) : 0
    const { line } = tree.getLineAndCharacterOfPosition(start)
    const change = `${oneLine(node.getText())} → ${oneLine(replacement) || 'nothing'}`
    const text = lines[line]?.trim() ?? ''
    found.set(`${start} ${node.end} ${replacement}`, {
      ...{ file, line: line + 1, text, within: namesAround(node), change },
      ...{ start, end: node.end + comma, replacement },
    })
  }

  function visit(node: ts.Node): void {
    if (isForTheCompiler(node)) return
    for (const operator of operators) {
      for (const [instead, of = node] of operator(node)) if (instead !== of.getText()) add(of, instead)
    }
    node.forEachChild(visit)
  }

  tree.forEachChild(visit)
  return [...found.values()].sort((a, b) => a.start - b.start)
}

/** Types and imports: what does not run, or what a program does not start without. */
function isForTheCompiler(node: ts.Node): boolean {
  return (
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node))
  )
}

function namesAround(node: ts.Node): string[] {
  const names: string[] = []
  for (let at = node; at; at = at.parent) {
    const name = ts.getNameOfDeclaration(at as ts.Declaration)
    if (name && ts.isIdentifier(name) && name.text !== names[0]) names.unshift(name.text)
  }
  return names
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
