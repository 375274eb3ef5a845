/** Each check of the list is held by tests that exist, against a server process, or says why it does not apply. */
import { existsSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { checks } from './checks/all.ts'

/** The titles of the tests of a file, as they are written. */
function titlesOf(name: string): string[] {
  const file = fileOf(name)
  if (!file) return []
  const source = ts.createSourceFile(name, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    const [title] = ts.isCallExpression(node) ? node.arguments : []
    const isTest = ts.isCallExpression(node) && /^(?:it|test|describe)\b/.test(node.expression.getText(source))
    if (isTest && title) titles.push(ts.isStringLiteralLike(title) ? title.text : title.getText(source).slice(1))
    // The rows of a table of tests are titles, too.
    if (ts.isArrayLiteralExpression(node) && node.elements[0] && ts.isStringLiteral(node.elements[0]))
      titles.push(node.elements[0].text)
    node.forEachChild(visit)
  }
  visit(source)
  return titles
}

it.each(Object.entries(checks))('%s is held by tests, or by none for a reason', (_, { tests, differs }) => {
  const files = Object.entries(tests)
  if (files.length === 0) expect(differs).toBeDefined()
  for (const [file, beginnings] of files) {
    const titles = titlesOf(file)
    const missing = beginnings.filter((beginning) => !titles.some((title) => title.startsWith(beginning)))
    expect(missing, `${file} has no such test`).toEqual([])
  }
})

/** The file of a test, or of a part of one. */
const fileOf = (name: string) =>
  [`../${name}.test.ts`, `../${name}.ts`].map((path) => new URL(path, import.meta.url)).find((file) => existsSync(file))

/** Whether a file, or what it imports from here, starts processes; a database is not meant. */
function startsProcess(file: URL | undefined, seen = new Set<string>()): boolean {
  if (!file || seen.has(file.href) || file.pathname.includes('/test/postgres/')) return false
  seen.add(file.href)
  const text = readFileSync(file, 'utf8')
  const imported = [...text.matchAll(/^import .*from '(\.[^']+\.ts)'$/gm)].map(([, path = '']) => new URL(path, file))
  return text.includes("from 'node:child_process'") || imported.some((file) => startsProcess(file, seen))
}

it.each(Object.entries(checks))('%s is held against a process of its own, or says why not', (_, { tests, differs }) => {
  const processes = Object.keys(tests).filter((name) => startsProcess(fileOf(name)))
  if (processes.length === 0) expect(differs).toBeDefined()
})

it('there are 78 of them', () => {
  expect(Object.keys(checks)).toEqual(Array.from({ length: 78 }, (_, i) => String(i + 1)))
})
