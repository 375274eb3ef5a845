/** After a run: a listing that lags behind is one finding, not one of each check that waits for a record. */

import type { CheckRun } from './check.ts'
import type { Finding } from './finding.ts'

/** The same statement in all checks that wait for a record. */
export const listedInTime = 'a scheduled deletion is listed while the kit waits (--patience)'

const isOfTime = ({ subject }: Pick<Finding, 'subject'>) => subject === listedInTime

/** If no record was listed in time, only the first check that waited for one has failed. */
export function uniteLag(runs: readonly CheckRun[], patience: number): CheckRun[] {
  const lags = ({ record }: CheckRun) => record.findings.some(isOfTime)
  const [first] = runs.filter(lags)
  const isPrompt = runs.some(({ record }) => record.met.some(isOfTime))
  if (!first || isPrompt) return [...runs]
  const reason = `no scheduled deletion was listed within ${patience} s; see ${first.check.id}, or give a longer --patience`
  return runs.map((run) => {
    if (run === first || !lags(run)) return run
    const findings = run.record.findings.filter((finding) => !isOfTime(finding))
    return { ...run, record: { ...run.record, findings }, completion: { kind: 'unverified', reason } }
  })
}
