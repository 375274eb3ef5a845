/** `replay ID`: runs one check, or the sequences that exploring kept, and prints all requests and responses. */
import { readFileSync } from 'node:fs'
import { type Level, levels } from '../assess/verdict.ts'
import type { Config } from '../config/config.ts'
import { UsageError } from '../config/usage-error.ts'
import type { KeptExploration } from '../explore/run-exploration.ts'
import type { Terminal } from '../report/console.ts'
import type { CheckResult, FindingResult } from '../report/result.ts'
import { formatFinding, formatNotes, kindOf } from '../report/summaries.ts'
import { exitCodeOf, performRun } from './run.ts'

export async function replayCommand(id: string | undefined, config: Config, terminal: Terminal): Promise<number> {
  if (id === undefined) throw new UsageError('replay what? give the id of a check, or the file exploration.json')
  const { baseline: _, ...others } = config
  const kept = /\.json$/.test(id) ? readKept(id) : undefined
  const sequences = kept && { sequences: kept.map(({ turns }) => turns) }
  const only = kept ? [...new Set(kept.map(({ check }) => check))] : [id]
  const { result } = await performRun({ ...others, ...sequences, only, skip: [] }, terminal)
  for (const check of result.checks) terminal.out(formatReplay(check, config.level))
  return exitCodeOf(result, config)
}

/** @throws UsageError if the file holds no sequences. */
function readKept(file: string): KeptExploration['found'] {
  try {
    const { found } = JSON.parse(readFileSync(file, 'utf8')) as KeptExploration
    if (found.length > 0) return found
  } catch {}
  throw new UsageError(`${file} holds no sequences that exploring kept`)
}

function formatReplay({ id, title, given, steps, findings, outcome, reason }: CheckResult, level: Level): string {
  const lines = [`${id} ${title}`, ...given.map((fixture) => `given ${fixture}`)]
  const mark = (finding: FindingResult) => (kindOf(finding, level) === 'failure' ? '✗' : '!')
  for (const [index, { curl, response, milliseconds }] of steps.entries()) {
    const headers = Object.entries(response.headers).map(([name, value]) => `     ${name}: ${value}`)
    lines.push('', `${index + 1}. ${curl}`, `   → ${response.status} after ${milliseconds} ms`, ...headers)
    if (response.body !== '') lines.push(`     ${response.body}`)
    for (const finding of findings) {
      if (finding.step !== index) continue
      lines.push(
        `   ${mark(finding)} ${formatFinding(finding)}`,
        ...formatNotes([finding]).map((note) => `     ${note}`),
      )
    }
  }
  const withoutStep = findings.filter(({ step }) => step === undefined)
  for (const finding of withoutStep) lines.push(`${mark(finding)} ${formatFinding(finding)}`)
  lines.push(
    '',
    `${levels.map((level) => `${level}: ${outcome[level]}`).join(', ')}${reason ? ` (${reason})` : ''}`,
    '',
  )
  return lines.join('\n')
}
