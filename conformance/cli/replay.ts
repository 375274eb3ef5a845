/** `replay ID`: runs one check, or the sequences that exploring kept, and prints all requests and responses. */
import { UsageError } from '../client/usage-error.ts'
import type { Step } from '../explore/action.ts'
import type { Terminal } from '../report/console.ts'
import { wordsOfGiven } from '../report/given-words.ts'
import type { CheckResult } from '../report/result.ts'
import { formatBase, reveal } from '../report/shell.ts'
import { formatExpected, formatNotes, formatStatus } from '../report/text.ts'
import { kindOf } from '../report/view.ts'
import { wordsOf } from '../report/words.ts'
import type { Finding } from '../verdict/finding.ts'
import { type Level, levels } from '../verdict/verdict.ts'
import { performRun } from './perform-run.ts'
import { exitCodeOf } from './run.ts'
import type { Config } from './settings/config.ts'
import { readUserFile } from './settings/files.ts'

export async function replayCommand(id: string | undefined, config: Config, terminal: Terminal): Promise<number> {
  if (id === undefined) throw new UsageError('replay what? give the id of a check, or the file exploration.json')
  const { baseline: _, ...others } = config
  const kept = /\.json$/.test(id) ? readKept(id) : undefined
  const sequences = kept && { sequences: kept.map(({ steps }) => steps) }
  const only = kept ? [...new Set(kept.map(({ check }) => check))] : [id]
  const run = await performRun({ ...others, ...sequences, only, skip: [] }, terminal)
  const { result, secrets } = run
  terminal.out(`${formatBase(result)}\n`)
  for (const check of result.checks) {
    const text = formatReplay(check, config.level)
    terminal.out(config.reveal ? reveal(text, secrets) : text)
  }
  return exitCodeOf(run, config)
}

/** @throws UsageError if the file holds no sequences. */
function readKept(file: string): { check: string; steps: Step[] }[] {
  const kept: { found?: { check: string; steps: Step[] }[] } | null = readUserFile(file, JSON.parse)
  // The file is `null` if nothing was explored.
  const found = kept === null ? [] : kept.found
  if (!Array.isArray(found)) throw new UsageError(`${file} is no exploration.json of this kit`)
  if (found.length === 0) throw new UsageError(`${file} holds no sequences: exploring found nothing`)
  return found
}

function formatReplay(check: CheckResult, level: Level): string {
  const { id, title, given, steps, findings, outcome, reason } = check
  const format = (finding: Finding) =>
    `${kindOf(finding, level) === 'failure' ? '✗' : '!'} ${formatExpected(finding)}; seen: ${wordsOf(finding).seen}`
  const lines = [`${id} ${title}`, ...given.map((one) => `given ${wordsOfGiven(one)}`)]
  for (const [index, step] of steps.entries()) {
    const { curl, response, milliseconds } = step
    const headers = Object.entries(response.headers).map(([name, value]) => `     ${name}: ${value}`)
    lines.push('', `${index + 1}. ${curl}`, `   → ${formatStatus(step)}, after ${milliseconds} ms`, ...headers)
    if (response.body !== '') lines.push(`     ${response.body}`)
    for (const finding of findings.filter((finding) => finding.step === index))
      lines.push(`   ${format(finding)}`, ...formatNotes([finding], check).map((note) => `     ${note}`))
  }
  lines.push(...findings.filter(({ step }) => step === undefined).map(format), '')
  lines.push(`${levels.map((one) => `${one}: ${outcome[one]}`).join(', ')}${reason ? ` (${reason})` : ''}`, '')
  return lines.join('\n')
}
