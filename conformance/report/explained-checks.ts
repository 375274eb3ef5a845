/** The checks whose findings are the same as that of another one, in a line each or, of many, in one. */

import { count } from '../verdict/count.ts'
import type { CheckResult } from './result.ts'
import { cutLine } from './shell.ts'
import { explanationIn, listIds, type Style } from './summaries.ts'

/** Checks with one note that have a line each, with their titles. */
const mostTitled = 4

export function renderExplained(checks: CheckResult[], style: Style): string[] {
  return groupByNote([...new Set(checks)]).flatMap(([note, group]) => {
    const lineOf = (name: string, end = '') => cutLine(`${style('red', '✗')} ${style('bold', name)} ${note}${end}`)
    if (group.length > mostTitled) return [lineOf(`${count(group.length, 'check')}, ${listIds(group)},`)]
    return group.map(({ id, title }) => lineOf(id, `  ${title}`))
  })
}

function groupByNote(checks: CheckResult[]): [note: string, checks: CheckResult[]][] {
  const groups = new Map<string, CheckResult[]>()
  for (const check of checks) {
    const note = explanationIn(check.findings.flatMap(({ notes = [] }) => notes))?.replace(/: begin there$/, '') ?? ''
    groups.set(note, [...(groups.get(note) ?? []), check])
  }
  return [...groups]
}
