/** `replay ID`: runs one check, or the sequences that exploring kept, and prints all requests and responses. */
import { UsageError } from '../client/usage-error.ts'
import type { Step } from '../explore/action.ts'
import { exploreCheck } from '../explore/explore-checks.ts'
import type { Terminal } from '../report/console.ts'
import { wordsOfGiven } from '../report/given-words.ts'
import type { CheckResult } from '../report/result.ts'
import { formatBase, reveal } from '../report/shell.ts'
import { formatSteps } from '../report/text.ts'
import { type Basis, type Level, levels, severityOf } from '../verdict/verdict.ts'
import { performRun } from './perform-run.ts'
import { exitCodeOf } from './run.ts'
import type { Config } from './settings/config.ts'
import { readUserFile } from './settings/files.ts'

export async function replayCommand(id: string | undefined, config: Config, terminal: Terminal): Promise<number> {
  if (id === undefined) throw new UsageError('replay what? give the id of a check, or the file exploration.json')
  const { baseline: _, ...others } = config
  const what = /\.json$/.test(id)
    ? { sequences: readSequences(id, config.level), only: [exploreCheck.id] }
    : { only: [id] }
  const run = await performRun({ ...others, ...what, skip: [] }, terminal)
  const { result, secrets } = run
  terminal.out(`${formatBase(result)}\n`)
  for (const check of result.checks) {
    const text = formatReplay(check, config.level)
    terminal.out(config.reveal ? reveal(text, secrets) : text)
  }
  return exitCodeOf(run, config)
}

/** @throws UsageError if the file holds no sequences that the level judges. */
function readSequences(file: string, level: Level): Step[][] {
  // The file is `null` if nothing was explored.
  const { found }: { found?: { provenance: Basis; steps: Step[] }[] } = readUserFile(file, JSON.parse) ?? { found: [] }
  if (!Array.isArray(found)) throw new UsageError(`${file} is no exploration.json of this kit`)
  const judged = found.filter(({ provenance }) => severityOf(provenance, level) !== 'nothing')
  if (judged.length === 0)
    throw new UsageError(`${file} holds no sequences: exploring found nothing at the level ${level}`)
  return [...new Map(judged.map(({ steps }) => [JSON.stringify(steps), steps])).values()]
}

function formatReplay(check: CheckResult, level: Level): string {
  const { id, title, given, outcome, reason } = check
  const outcomes = `${levels.map((one) => `${one}: ${outcome[one]}`).join(', ')}${reason ? ` (${reason})` : ''}`
  const records = given.map((one) => `given ${wordsOfGiven(one)}`)
  return [`${id} ${title}`, ...records, ...formatSteps(check, level), '', outcomes, ''].join('\n')
}
