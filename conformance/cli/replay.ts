/** `replay ID`: runs one check, or the sequences that exploring kept, and prints all requests and responses. */
import { readFileSync } from 'node:fs'
import { UsageError } from '../client/usage-error.ts'
import type { KeptExploration } from '../explore/run-exploration.ts'
import type { Terminal } from '../report/console.ts'
import type { CheckResult, FindingResult } from '../report/result.ts'
import { formatBase, reveal } from '../report/shell.ts'
import { formatFinding, formatNotes, kindOf } from '../report/summaries.ts'
import { type Level, levels } from '../verdict/verdict.ts'
import { exitCodeOf, performRun } from './run.ts'
import type { Config } from './settings/config.ts'
import { describeReadError } from './settings/files.ts'

export async function replayCommand(id: string | undefined, config: Config, terminal: Terminal): Promise<number> {
  if (id === undefined) throw new UsageError('replay what? give the id of a check, or the file exploration.json')
  const { baseline: _, ...others } = config
  const kept = /\.json$/.test(id) ? readKept(id) : undefined
  const sequences = kept && { sequences: kept.map(({ steps }) => steps) }
  const only = kept ? [...new Set(kept.map(({ check }) => check))] : [id]
  const { result, secrets } = await performRun({ ...others, ...sequences, only, skip: [] }, terminal)
  terminal.out(`${formatBase(result)}\n`)
  for (const check of result.checks) {
    const text = formatReplay(check, config.level)
    terminal.out(config.reveal ? reveal(text, secrets) : text)
  }
  return exitCodeOf(result, config)
}

/** @throws UsageError if the file holds no sequences. */
function readKept(file: string): KeptExploration['found'] {
  let kept: Partial<KeptExploration> | null
  try {
    kept = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(describeReadError(file, error as NodeJS.ErrnoException))
  }
  // The file is `null` if nothing was explored.
  const found = kept === null ? [] : kept.found
  if (!Array.isArray(found)) throw new UsageError(`${file} is no exploration.json of this kit`)
  if (found.length === 0) throw new UsageError(`${file} holds no sequences: exploring found nothing`)
  return found
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
