/** Operations that a target that is being built does not have yet: their checks have not failed. */
import type { CheckRun } from './check.ts'
import { groupBy } from './group-by.ts'

/** A framework answers so to a call for which it has no route. */
export function isUnrouted(status: number): boolean {
  return status === 404 || status === 405 || status === 501
}

/** An operation is missing if it answers every call like one without a route, also calls that it has to accept. */
function findMissing(runs: readonly CheckRun[]): string[] {
  const steps = runs.flatMap(({ record }) => record.steps)
  const required = runs.flatMap(({ record }) =>
    record.findings.filter(({ claim, basis }) => 'accepted' in claim && (basis === 'documented' || basis === 'sound')),
  )
  return [...groupBy(steps, ({ request }) => `${request.operationId}`)].flatMap(([operation, calls]) =>
    calls.every(({ response }) => isUnrouted(response.status)) && required.some((one) => one.operation === operation)
      ? [operation]
      : [],
  )
}

/** The outcome of a check that calls a missing operation is that it is missing, unless another one has failed. */
export function excuseMissing(runs: readonly CheckRun[]): CheckRun[] {
  const missing = findMissing(runs)
  return runs.map((run) => {
    const called = new Set(run.record.steps.map(({ request }) => `${request.operationId}`))
    const used = missing.filter((operation) => called.has(operation))
    if (used.length === 0) return run
    const findings = run.record.findings.filter(({ operation }) => operation && !used.includes(operation))
    const reason = `${used.join(', ')}: not there yet; each call is answered 404, 405 or 501`
    return { ...run, record: { ...run.record, findings }, completion: { kind: 'missing', reason } }
  })
}
