/** After a run: a listing that lags behind is one finding, not one of each check that waits for a record. */

import type { CheckRun } from '../checks/support/check-run.ts'
import { listedInTime } from '../checks/support/listed-records.ts'

/** If no record was listed in time, only the first check that waited for one has failed. */
export function uniteLag(runs: readonly CheckRun[], patience: number): CheckRun[] {
  const name = listedInTime(patience).replace('whether ', '')
  const lags = ({ record }: CheckRun) => record.findings.some(({ expected }) => expected.startsWith(name))
  const [first] = runs.filter(lags)
  const isPrompt = runs.some(({ record }) => record.met.has(name))
  if (!first || isPrompt) return [...runs]
  const reason = `no scheduled deletion was listed within ${patience} s; see ${first.check.id}, or give a longer --patience`
  return runs.map((run) => {
    if (run === first || !lags(run)) return run
    const findings = run.record.findings.filter(({ expected }) => !expected.startsWith(name))
    return { ...run, record: { ...run.record, findings }, completion: { kind: 'unverified', reason } }
  })
}
