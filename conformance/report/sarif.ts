/** The findings in the Static Analysis Results Interchange Format, which code hosts show. */
import type { Level } from '../verdict/verdict.ts'
import type { FindingResult, Result } from './result.ts'
import { formatFinding, kindOf } from './summaries.ts'

const schema = 'https://json.schemastore.org/sarif-2.1.0.json'

/** The kit knows no file of the target; the description of the service is the closest. */
const locations = [{ physicalLocation: { artifactLocation: { uri: 'openapi.yaml' }, region: { startLine: 1 } } }]

export function renderSarif({ kit, checks, level, target, stale = [] }: Result): string {
  const rules = checks.map(({ id, title, cites }) => ({
    id,
    shortDescription: { text: title },
    properties: { requirements: cites },
  }))
  const results = checks.flatMap(({ id, findings, steps, known, outcome }) =>
    findings
      .filter((finding) => outcome[level] !== 'inapplicable' && kindOf(finding, level) !== undefined)
      .map((finding) => {
        const request = steps.find(({ number }) => number - 1 === finding.step)
        const at = request ? `${request.method} ${request.url}` : target.url
        return {
          ruleId: id,
          level: severityOf(finding, level),
          message: {
            text: `${formatFinding(finding)}${request ? ` (${at})` : ''}${(finding.notes ?? []).map((note) => `; ${note}`).join('')}`,
          },
          locations,
          partialFingerprints: { finding: `${id}: ${finding.expected}` },
          ...(known !== undefined && { suppressions: [{ kind: 'external', justification: known }] }),
        }
      }),
  )
  const outdated = stale.map((text) => ({ ruleId: staleRule.id, level: 'error', message: { text }, locations }))
  if (stale.length > 0) rules.push(staleRule)
  const driver = { name: kit.name, version: kit.version, rules }
  return `${JSON.stringify({ $schema: schema, version: '2.1.0', runs: [{ tool: { driver }, results: [...results, ...outdated] }] }, null, 1)}\n`
}

const staleRule = {
  id: 'BASELINE',
  shortDescription: {
    text: 'Each entry of the baseline is a failure that is still there, and its date has not passed.',
  },
  properties: { requirements: [] },
}

function severityOf(finding: FindingResult, level: Level): 'error' | 'warning' {
  return kindOf(finding, level) === 'failure' ? 'error' : 'warning'
}
