/** A check fails for what its heading is about. What its responses show beside that counts once, where it is at home. */

import type { CheckRun } from '../checks/support/check-run.ts'
import type { Finding } from '../verdict/record.ts'

/** The rule that a finding violates: the same for all values and objects. */
function ruleOf({ basis, claim }: Finding): string | undefined {
  if (!claim) return undefined
  const { subject, ...rest } = claim
  return `${basis} ${subject} ${Object.keys(rest)}`
}

export function withoutEchoes(runs: readonly CheckRun[]): CheckRun[] {
  const isAtHome = ({ check }: CheckRun, { requirementIds = [] }: Finding) =>
    requirementIds.some((id) => check.requirementIds.includes(id))
  const homes = new Map<string, CheckRun>()
  const shortestFirst = [...runs].sort((a, b) => a.record.steps.length - b.record.steps.length)
  for (const wanted of [true, false]) {
    for (const run of shortestFirst) {
      for (const finding of run.record.findings) {
        const rule = ruleOf(finding)
        if (rule !== undefined && isAtHome(run, finding) === wanted && !homes.has(rule)) homes.set(rule, run)
      }
    }
  }
  return runs.map((run) => {
    const seen = new Set<string>()
    const findings = run.record.findings.filter((finding) => {
      const rule = ruleOf(finding)
      if (rule === undefined) return true
      const isRepeated = seen.has(rule)
      seen.add(rule)
      return !isRepeated && (isAtHome(run, finding) || homes.get(rule) === run)
    })
    return { ...run, record: { ...run.record, findings } }
  })
}
