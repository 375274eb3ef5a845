/** `replay ID`: runs one check and prints all its requests and responses. */
import type { Config } from '../config/config.ts'
import { UsageError } from '../config/usage-error.ts'
import type { Terminal } from '../report/console.ts'
import type { CheckResult } from '../report/result.ts'
import { exitCodeOf, performRun } from './run.ts'

export async function replayCommand(id: string | undefined, config: Config, terminal: Terminal): Promise<number> {
  if (id === undefined) throw new UsageError('replay what? give the id of a check')
  const { baseline: _, ...others } = config
  const { result } = await performRun({ ...others, only: [id], skip: [] }, terminal)
  for (const check of result.checks) terminal.out(formatReplay(check))
  return exitCodeOf(result, config.allowUnverified)
}

function formatReplay({ id, title, given, steps, findings, outcome, reason }: CheckResult): string {
  const lines = [`${id} ${title}`, ...given.map((fixture) => `given ${fixture}`)]
  for (const [index, { curl, response, milliseconds }] of steps.entries()) {
    const headers = Object.entries(response.headers).map(([name, value]) => `     ${name}: ${value}`)
    lines.push('', `${index + 1}. ${curl}`, `   → ${response.status} after ${milliseconds} ms`, ...headers)
    if (response.body !== '') lines.push(`     ${response.body}`)
    for (const { step, provenance, expected, seen } of findings) {
      if (step === index) lines.push(`   ✗ ${expected} (${provenance}); seen: ${seen}`)
    }
  }
  const withoutStep = findings.filter(({ step }) => step === undefined)
  for (const { provenance, expected, seen } of withoutStep) lines.push(`✗ ${expected} (${provenance}); seen: ${seen}`)
  lines.push('', `documented: ${outcome.documented}, profile: ${outcome.profile}${reason ? ` (${reason})` : ''}`, '')
  return lines.join('\n')
}
