/** `baseline REPORT`: prints the failures of a report as a baseline; entries of `--baseline` keep their reason and date. */

import { UsageError } from '../client/usage-error.ts'
import type { Terminal } from '../report/console.ts'
import { checks } from './checks.ts'
import { readResult } from './read-result.ts'
import { type KnownFailure, readBaseline } from './settings/baseline.ts'
import type { Config } from './settings/config.ts'

export function baselineCommand(file: string | undefined, config: Config, terminal: Terminal): number {
  if (file === undefined) throw new UsageError('the baseline of which run? give its file report.json')
  const result = readResult(file)
  const known = config.baseline === undefined ? [] : readBaseline(config.baseline)
  const accepted = config.failOn === 'warn' ? ['fail', 'warn'] : ['fail']
  const outcomes = new Map(result.checks.map(({ id, outcome }) => [id, outcome[result.level]]))
  const reason = `failed on ${result.started.slice(0, 10)}`
  const added = [...outcomes].filter(
    ([id, outcome]) => accepted.includes(outcome) && !known.some((entry) => entry.id === id),
  )
  const entries = [
    ...known.filter(({ id }) => outcomes.get(id) !== 'pass'),
    ...added.map(([id]): KnownFailure => ({ id, reason })),
  ]
  const lines = entries.flatMap((entry) => {
    const check = checks.find(({ id }) => id === entry.id)
    return check ? [`- ${JSON.stringify(entry)} # ${check.title}\n`] : []
  })
  terminal.out(lines.join('') || '[]\n')
  return 0
}
