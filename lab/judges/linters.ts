/** Judges of the contract's text: Spectral with two rule sets, IBM's rules, and Redocly's lint and score. */
import { basename, join } from 'node:path'
import { contractFile } from '@monitoring-service/contract/files'
import { installPlace } from '../../build/place.ts'
import { writePublished } from '../../contract/codegen/published.ts'
import { run } from '../programs.ts'
import type { Judge } from './finding.ts'

/**
 * The highest possible: 0.9 times the median operation, 92.8, and 9.9. The median operations are the two resets, each with
 * three parameters (X-Request-Id is one), the document's nested error, and schemas that others use, too.
 */
const lowestScore = 93.4

const spectral =
  (ruleset: string, toFile = () => contractFile): Judge =>
  async () => {
    const file = toFile()
    const place = installPlace('lab/judges')
    const program = join(place, 'node_modules/.bin/spectral')
    const args = ['lint', file, '--ruleset', join(place, ruleset), '--format', 'json', '--quiet']
    const results: { code: string; message: string; path: string[] }[] = JSON.parse(
      await run(program, args, { mayFind: true }),
    )
    const findings = results.map(({ code, message, path }) => ({
      rule: code,
      message: `${path.join('/')}: ${message}`,
    }))
    return { findings, examined: basename(file) }
  }

const ibm: Judge = async () => {
  const program = join(installPlace('lab/judges'), 'node_modules/.bin/lint-openapi')
  const report = JSON.parse(await run(program, [contractFile, '--json'], { mayFind: true }))
  const levels: { results: { rule: string; message: string; path: string[] }[] }[] = [report.error, report.warning]
  const findings = levels
    .flatMap(({ results }) => results)
    .map(({ rule, message, path }) => ({ rule, message: `${path.join('/')}: ${message}` }))
  return { findings, examined: 'openapi.yaml' }
}

const redocly: Judge = async () => {
  const lint = JSON.parse(await run('redocly', ['lint', contractFile, '--format', 'json'], { mayFind: true }))
  const { agentReadiness } = JSON.parse(await run('redocly', ['score', contractFile, '--format', 'json']))
  const findings = lint.problems.map(({ ruleId, message }: { ruleId: string; message: string }) => ({
    rule: ruleId,
    message,
  }))
  if (agentReadiness < lowestScore)
    findings.push({ rule: 'score', message: `${agentReadiness} is below ${lowestScore}` })
  return { findings, examined: `openapi.yaml; score ${agentReadiness}` }
}

export const linters = {
  'spectral-oas': spectral('oas.yaml'),
  'spectral-oas-3.0': spectral('oas.yaml', () => join(writePublished(), 'openapi/openapi-3.0.json')),
  'spectral-owasp': spectral('owasp.yaml'),
  ibm,
  redocly,
}
