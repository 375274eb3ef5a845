/** `compare A B`: what changed between two reports: checks that newly fail, that are fixed, and that still fail. */

import { UsageError } from '../client/usage-error.ts'
import type { Terminal } from '../report/console.ts'
import { formatVerdict } from '../report/text.ts'
import { count } from '../verdict/count.ts'
import { type JsonCheck, readResult } from './read-result.ts'

/** Returns 1 if a check fails that did not fail before. */
export function compareCommand(files: readonly string[], terminal: Terminal): number {
  const [first, second] = files
  if (first === undefined || second === undefined) throw new UsageError('compare what? give two files report.json')
  const [before, after] = [readResult(first), readResult(second)]
  const { level } = after
  const failedBefore = new Set(before.checks.filter(({ outcome }) => outcome[level] === 'fail').map(({ id }) => id))
  const fails = (check: JsonCheck) => check.outcome[level] === 'fail'
  const isFixed = ({ id, outcome }: JsonCheck) =>
    failedBefore.has(id) && ['pass', 'warn', 'inapplicable'].includes(outcome[level])
  const added = after.checks.filter((check) => fails(check) && !failedBefore.has(check.id))
  const groups: [title: string, checks: JsonCheck[]][] = [
    ['New', added],
    ['Fixed', after.checks.filter(isFixed)],
    ['Still failing', after.checks.filter((check) => fails(check) && failedBefore.has(check.id))],
  ]
  for (const [title, checks] of groups.filter(([, { length }]) => length > 0)) {
    terminal.out(`${title}:\n${checks.map(({ id, title }) => `  ${id} ${title}\n`).join('')}`)
  }
  const numbers = groups.map(([title, { length }]) => `${length} ${title.toLowerCase()}`).join(', ')
  terminal.out(`${numbers} at the level ${level}, of ${count(after.checks.length, 'check')}: ${formatVerdict(after)}\n`)
  return added.length > 0 ? 1 : 0
}
