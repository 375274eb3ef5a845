/** A check fails for what its heading is about. What its responses show beside that counts once, where it is at home. */

import type { CheckRun } from './check.ts'
import { type Finding, isOfResponse, ruleOf } from './finding.ts'

/** The rule of a finding that may be left out: one with requirements of its own, after which its check went on. */
function ruleBeside(finding: Finding): string | undefined {
  const { cites, claim } = finding
  return cites === undefined || isOfResponse(claim) || claim.kind === 'shape' ? undefined : ruleOf(finding)
}

export function withoutRepeatedFindings(runs: readonly CheckRun[]): CheckRun[] {
  const isAtHome = ({ check }: CheckRun, { cites = [] }: Finding) =>
    cites.some((id) => check.requirementIds.includes(id))
  const homes = new Map<string, CheckRun>()
  const shortestFirst = [...runs].sort((a, b) => a.record.steps.length - b.record.steps.length)
  for (const wanted of [true, false]) {
    for (const run of shortestFirst) {
      for (const finding of run.record.findings) {
        const rule = ruleBeside(finding)
        if (rule !== undefined && isAtHome(run, finding) === wanted && !homes.has(rule)) homes.set(rule, run)
      }
    }
  }
  return runs.map((run) => {
    const seen = new Set<string>()
    const findings = run.record.findings.filter((finding) => {
      const rule = ruleBeside(finding)
      if (rule === undefined) return true
      const isRepeated = seen.has(rule)
      seen.add(rule)
      return !isRepeated && (isAtHome(run, finding) || homes.get(rule) === run)
    })
    return { ...run, record: { ...run.record, findings } }
  })
}
